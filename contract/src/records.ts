/** The kinds of record: their tables, what people call them, and by which column they know one. */

/**
 * What an id may be the id of. `name`: the column with its name, where others belong to it; a test holds it against the
 * database. `short`: what columns and link tables call it, where that is not its table.
 * `area`: whose calls change it, where that is not the kind.
 */
export const recordKinds = {
  user: { table: 'user', name: 'name' },
  course: { table: 'course', name: 'name' },
  section: { table: 'course_section', area: 'course', name: 'name' },
  lesson: { table: 'lesson', area: 'course', name: 'name' },
  quiz: { table: 'quiz', area: 'course', name: 'name' },
  question: { table: 'question', area: 'course', name: 'question' },
  'section-item': { table: 'section_item', area: 'course' },
  'final-project': { table: 'final_project', area: 'course' },
  submission: { table: 'project_submission' },
  documentation: { table: 'lesson_documentation', area: 'course' },
  'calendar-event': { table: 'calendar_event', area: 'course' },
  discount: { table: 'discount', name: 'name' },
  voucher: { table: 'voucher', name: 'name' },
  'learning-path': { table: 'learning_path', short: 'path', name: 'name' },
  plan: { table: 'subscription_plan', area: 'subscription', short: 'plan', name: 'name' },
  product: { table: 'product', name: 'name' },
  order: { table: 'order', name: 'invoice_number' },
  subscription: { table: 'subscription' },
  certificate: { table: 'certificate', name: 'name' },
  'event-voucher': { table: 'event_voucher', area: 'subscription', name: 'event_name' },
  upload: { table: 'upload', name: 'name' },
  video: { table: 'video' },
  'video-caption': { table: 'video_caption', area: 'video', name: 'label' },
  'saved-view': { table: 'saved_view', name: 'name' },
  job: { table: 'job', area: 'jobs' },
  export: { table: 'data_export', area: 'exports' },
  'desk-order': { table: 'desk_order' },
  'desk-template': { table: 'desk_template', name: 'name' },
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

export function areaOf(kind: RecordKind): RecordArea {
  const { area = kind }: Kind = recordKinds[kind];
  return area as RecordArea;
}

/** The table of a kind, the column by which others point at it, and the table of its links to what has it. */
export function tableOfKind(kind: RecordKind) {
  const { table, short = table }: Kind = recordKinds[kind];
  return { table, column: `${short}_id`, linkedTo: (owner: string) => `${owner}_${short}` };
}

const byTable = Object.entries(recordKinds).map(([kind, { table, ...more }]) => ({ kind, table, name: '', ...more }));

/** Where the words are others than the table's name. */
const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(byTable.map(({ kind, table }) => [table, kind.replaceAll('-', ' ')])),
  order_item: 'item',
  tracking_document: 'tracked order',
};
const plurals: Readonly<Record<string, string>> = { quiz: 'quizzes', person: 'people' };

/** `section`; a table that is not known here is called by its name, `learning path`. */
export const thingOf = (table: string): string => words[table] ?? table.replaceAll('_', ' ');

/** `1 section`, `5 sections` and so on, without the number. */
export const thingsOf = (table: string): string => plurals[thingOf(table)] ?? `${thingOf(table)}s`;

/** The column with the name of a record, by its table. */
export const nameColumns: Readonly<Record<string, string>> = Object.fromEntries(
  byTable.filter(({ name }) => name).map(({ table, name }) => [table, name]),
);

/** How an entry of the trail names a record: `course:01890000-…`. */
export const recordKey = (table: string, id: string): string => `${table}:${id}`;
export const tableOfKey = (key: string): string => key.slice(0, key.indexOf(':'));
export const idOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);
