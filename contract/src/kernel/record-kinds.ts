/** Record kinds: their tables, display names and name columns. */

/**
 * Record kinds that ids can belong to. `name`: column of the display name, for kinds whose records others belong to;
 * checked against the database by a test. `short`: prefix in columns and link tables; default: the table name. `area`:
 * area of its calls; default: the kind.
 */
export const recordKinds = {
  user: { table: 'user', name: 'name' },
  tag: { table: 'tag', name: 'name' },
  course: { table: 'course', name: 'name' },
  section: { table: 'course_section', area: 'course', name: 'name' },
  lesson: { table: 'lesson', area: 'course', name: 'name' },
  quiz: { table: 'quiz', area: 'course', name: 'name' },
  question: { table: 'question', area: 'course', name: 'question' },
  'section-item': { table: 'section_item', area: 'course' },
  'final-project': { table: 'final_project', area: 'course' },
  submission: { table: 'project_submission' },
  documentation: { table: 'lesson_documentation', area: 'course' },
  'learning-contact': { table: 'learning_contact', area: 'course' },
  'calendar-event': { table: 'calendar_event', area: 'course' },
  discount: { table: 'discount', name: 'name' },
  voucher: { table: 'voucher', name: 'name' },
  campaign: { table: 'campaign', name: 'name' },
  broadcast: { table: 'broadcast', name: 'name' },
  'broadcast-delivery': { table: 'broadcast_delivery', area: 'broadcast' },
  'whatsapp-template': { table: 'whatsapp_template', area: 'broadcast' },
  'learning-path': { table: 'learning_path', short: 'path', name: 'name' },
  plan: { table: 'subscription_plan', area: 'subscription', short: 'plan', name: 'name' },
  product: { table: 'product', name: 'name' },
  order: { table: 'order', name: 'invoice_number' },
  company: { table: 'company', name: 'name' },
  payment: { table: 'payment', area: 'order' },
  refund: { table: 'refund', area: 'payment' },
  paper: { table: 'paper', area: 'payment', name: 'number' },
  payout: { table: 'payout', area: 'payment', name: 'reference' },
  'payout-line': { table: 'payout_line', area: 'payment' },
  'bank-statement': { table: 'bank_statement', area: 'payment', name: 'name' },
  'bank-line': { table: 'bank_line', area: 'payment', name: 'description' },
  'order-buyer': { table: 'order_buyer', area: 'payment', name: 'name' },
  subscription: { table: 'subscription' },
  certificate: { table: 'certificate', name: 'name' },
  'event-voucher': { table: 'event_voucher', area: 'subscription', name: 'event_name' },
  upload: { table: 'upload', name: 'name' },
  video: { table: 'video' },
  'video-caption': { table: 'video_caption', area: 'video', name: 'label' },
  'api-key': { table: 'api_key', area: 'integration', name: 'name' },
  'saved-view': { table: 'saved_view', name: 'name' },
  job: { table: 'job', area: 'jobs' },
  export: { table: 'data_export', area: 'exports' },
  batch: { table: 'batch' },
  'desk-order': { table: 'desk_order' },
  'desk-template': { table: 'desk_template', name: 'name' },
  'access-gap': { table: 'access_gap' },
  'user-merge': { table: 'user_merge', area: 'user' },
  'user-duplicate': { table: 'user_duplicate', area: 'user' },
  'privacy-request': { table: 'privacy_request', area: 'user' },
  webhook: { table: 'webhook', name: 'url' },
  'webhook-delivery': { table: 'webhook_delivery', area: 'webhook' },
  proposal: { table: 'proposal', area: 'batch', name: 'title' },
  'payment-difference': { table: 'payment_difference' },
  'access-mend': { table: 'access_mend', area: 'access-gap' },
} as const satisfies Record<string, Kind>;
interface Kind {
  table: string;
  area?: string;
  short?: string;
  name?: string;
}
export type RecordKind = keyof typeof recordKinds;

type AreaOf<K extends RecordKind> = (typeof recordKinds)[K] extends { area: infer Area } ? Area : K;
export type RecordArea = { [K in RecordKind]: AreaOf<K> }[RecordKind];

/** Area of a record kind. */
export function areaOf(kind: RecordKind): RecordArea {
  const { area = kind }: Kind = recordKinds[kind];
  return area as RecordArea;
}

/** Table of a kind, the column that references it, and the table of its links with an owner. */
export function tableOfKind(kind: RecordKind) {
  const { table, short = table }: Kind = recordKinds[kind];
  return { table, column: `${short}_id`, linkedTo: (owner: string) => `${owner}_${short}` };
}

const byTable = Object.entries(recordKinds).map(([kind, { table, ...more }]) => ({ kind, table, name: '', ...more }));

/** Display names that differ from the table name. */
const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(byTable.map(({ kind, table }) => [table, kind.replaceAll('-', ' ')])),
  api_key: 'API key',
  order_item: 'item',
  tracking_document: 'tracked order',
  desk_order: 'tracked order',
  learning_contact: 'message',
};
const plurals: Readonly<Record<string, string>> = { quiz: 'quizzes', person: 'people' };

/** Display name of a table's record, such as `section` or `learning path`. */
export const recordNoun = (table: string): string => words[table] ?? table.replaceAll('_', ' ');

/** Plural of {@link recordNoun}. */
export const recordNounPlural = (table: string): string => plurals[recordNoun(table)] ?? `${recordNoun(table)}s`;

/** Name columns by table. */
export const nameColumns: Readonly<Record<string, string>> = Object.fromEntries(
  byTable.filter(({ name }) => name).map(({ table, name }) => [table, name]),
);

/** Reference to a record in the audit trail: `course:01890000-…`. */
export const recordKey = (table: string, id: string): string => `${table}:${id}`;
/** Table in a record key (`table:id`). */
export const tableOfKey = (key: string): string => key.slice(0, key.indexOf(':'));
/** Id in a record key (`table:id`). */
export const idOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);
