/** Sentences for changes that are acts of the job, such as a review or a payment. Pure. */
import { recordNoun, recordNounPlural, tableOfKey } from '#contract/kernel/record-kinds.ts';
import { counted, formatDay, formatNumber } from '../format/formats.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Change as its sentence needs it. */
export interface Scene {
  action: string;
  before: Fields;
  after: Fields;
  count: number;
  /** Record key whose history is shown. */
  viewed: string;
  /** The changed records: `this order`, `the order “INV/1”`, `3 orders`. */
  thing: string;
  /** Name of the record of a table that the change belongs to; undefined: unknown. */
  nameOf: (table: string) => string | undefined;
  recordId: string;
}

/** Sentence after the actor's name. `links`: table of the records to name after it. */
export interface Deed {
  text: string;
  links?: string;
}

const has = (fields: Fields, column: string) => fields[column] !== undefined;

/** Sentence of a new order status. */
function withStatus(status: unknown, thing: string): string {
  switch (status) {
    case 'cancelled':
      return `cancelled ${thing}`;
    case 'refunded':
      return `refunded ${thing}`;
    case 'unpaid':
      return `set ${thing} back to unpaid`;
    default:
      return `marked ${thing} as ${String(status)}`;
  }
}

/** `the lesson “Kelas 1”`, `this lesson`, or `a lesson`. */
function recordOf({ viewed, nameOf }: Scene, table: string): string {
  if (tableOfKey(viewed) === table) return `this ${recordNoun(table)}`;
  const name = nameOf(table);
  return name === undefined ? `a ${recordNoun(table)}` : `the ${recordNoun(table)} “${name}”`;
}

const memberOf = ({ nameOf }: Scene) => nameOf('user') ?? 'a member';

/** Access of users to the records of a table. */
const access =
  (table: string) =>
  (scene: Scene): Deed => {
    const { action, viewed, count, after } = scene;
    if (action === 'update') {
      const lastDay = after['access_ends_on'];
      const isOfUser = tableOfKey(viewed) === 'user';
      const members = count === 1 ? '' : ` ${counted(count, 'user', 'users')}`;
      const whose = isOfUser ? `${memberOf(scene)}’s access to` : `the access of${members}`;
      const end = lastDay ? `set the last day ${formatDay(String(lastDay))} of` : 'removed the end of';
      return { text: `${end} ${whose}`, links: isOfUser ? table : 'user' };
    }
    const isRemoved = action === 'delete';
    if (tableOfKey(viewed) !== 'user') {
      const users = count === 1 ? '' : ` ${counted(count, 'user', 'users')}`;
      return { text: `${isRemoved ? 'removed the access of' : 'gave access to'}${users}`, links: 'user' };
    }
    const what = count === 1 ? `the ${recordNoun(table)}` : `${formatNumber(count)} ${recordNounPlural(table)}`;
    const member = memberOf(scene);
    const text = isRemoved ? `removed ${member}’s access to ${what}` : `gave ${member} access to ${what}`;
    return { text, links: table };
  };

const left = { joined: 'left the list for the course', refunded: 'left the list with the payment' } as const;

/** Somebody who leaves a waiting list, or is on it again. */
function leaving(scene: Scene): string {
  const { after } = scene;
  if (after['left_at'] === null) return `put ${memberOf(scene)} back on the waiting list`;
  const how = left[after['left_as'] as keyof typeof left];
  return how ? `noted that ${memberOf(scene)} ${how}` : `removed ${memberOf(scene)} from the waiting list`;
}

/** First matching sentence of an update, by changed column. */
const updates: Readonly<Record<string, readonly (readonly [column: string, say: (scene: Scene) => string])[]>> = {
  order: [['status', ({ after, thing }) => withStatus(after['status'], thing)]],
  order_item: [
    [
      'is_opened',
      ({ after, recordId, count }) => {
        const what = count === 1 ? `item ${recordId.split('/')[1] ?? ''}` : counted(count, 'item', 'items');
        return after['is_opened'] === true ? `gave access to ${what}` : `took back the access to ${what}`;
      },
    ],
  ],
  project_submission: [
    [
      'review_score',
      (scene) =>
        scene.after['review_score'] === null
          ? `took back the review of ${memberOf(scene)}’s project`
          : `reviewed ${memberOf(scene)}’s project: ${String(scene.after['review_score'])}`,
    ],
  ],
  certificate: [
    [
      'status',
      ({ before, after, thing }) =>
        after['status'] === 'revoked'
          ? `revoked ${thing}`
          : before['status'] === 'revoked'
            ? `reissued ${thing}`
            : `made the PDF of ${thing}`,
    ],
    ['file_url', ({ thing }) => `made the PDF of ${thing}`],
  ],
  subscription: [
    ['cancelled_at', ({ after, thing }) => `${after['cancelled_at'] === null ? 'restored' : 'cancelled'} ${thing}`],
  ],
  event_voucher: [['redeemed_at', ({ thing }) => `redeemed ${thing}`]],
  voucher_redemption: [
    [
      'released_at',
      (scene) =>
        scene.after['released_at'] === null
          ? `used the voucher for ${recordOf(scene, 'order')} again`
          : `released the voucher of ${recordOf(scene, 'order')}`,
    ],
  ],
  course_waiting: [
    ['left_at', (scene) => leaving(scene)],
    [
      'offered_at',
      (scene) =>
        scene.after['offered_at'] === null
          ? `took back the offer of a place to ${memberOf(scene)}`
          : `offered a place to ${memberOf(scene)}`,
    ],
    ['skipped', (scene) => `skipped ${memberOf(scene)} on the waiting list`],
    ['order_id', (scene) => `put ${memberOf(scene)} first on the waiting list, who paid`],
  ],
  desk_order: [
    ['claimed_by', ({ after, thing }) => `${after['claimed_by'] === null ? 'released' : 'claimed'} ${thing}`],
    ['contacted_at', ({ thing }) => `wrote on WhatsApp about ${thing}`],
    ['note', ({ thing }) => `wrote a note on ${thing}`],
    ['follow_up_at', ({ thing }) => `changed the next follow-up of ${thing}`],
    ['status', ({ after, thing }) => withStatus(after['status'], thing)],
  ],
  tracking_document: [['status', ({ after, thing }) => withStatus(storedText(after['status']), thing)]],
  access_gap: [
    [
      'intended_reason',
      ({ after }) =>
        after['intended_reason'] === null
          ? 'no longer accepts an access as it is'
          : `accepted an access as it is: ${String(after['intended_reason'])}`,
    ],
  ],
};

/** Text in a value of Firestore's protocol; without one, an order is unpaid (spec §3). */
const storedText = (value: unknown): unknown => (value as { stringValue?: string } | null)?.stringValue ?? 'unpaid';

/** Sentences of creations and deletions, and of links. */
const others: Readonly<Record<string, (scene: Scene) => Deed | undefined>> = {
  course_user: access('course'),
  course_waiting: (scene) =>
    scene.action === 'create' ? { text: `put ${memberOf(scene)} on the waiting list` } : undefined,
  learning_path_user: access('learning_path'),
  order: ({ action, thing }) => (action === 'create' ? { text: `made ${thing}` } : undefined),
  project_submission: (scene) =>
    scene.action === 'create' ? { text: `handed in ${memberOf(scene)}’s project` } : undefined,
  certificate: ({ action, thing }) => (action === 'create' ? { text: `issued ${thing}` } : undefined),
  subscription: ({ action, thing }) => (action === 'create' ? { text: `started ${thing}` } : undefined),
  event_voucher: ({ action, thing }) => (action === 'create' ? { text: `issued ${thing}` } : undefined),
  voucher_redemption: (scene) =>
    scene.action === 'create' ? { text: `used a voucher for ${recordOf(scene, 'order')}` } : undefined,
  lesson_documentation: (scene) => {
    const pictures = scene.count === 1 ? 'a picture' : counted(scene.count, 'picture', 'pictures');
    const lesson = recordOf(scene, 'lesson');
    return {
      text: scene.action === 'create' ? `added ${pictures} to ${lesson}` : `removed ${pictures} from ${lesson}`,
    };
  },
  calendar_event: ({ action, thing }) => {
    if (action === 'create') return { text: 'put a class into calendars' };
    return { text: action === 'delete' ? 'took a class out of calendars' : `changed ${thing}` };
  },
  desk_order: ({ action, thing }) => (action === 'create' ? { text: `began to work on ${thing}` } : undefined),
};

/** Sentence of a change; undefined: no act of the job, but changed fields. */
export function deedOf(table: string, scene: Scene): Deed | undefined {
  const update = scene.action === 'update' && updates[table]?.find(([column]) => has(scene.after, column));
  if (update) return { text: update[1](scene) };
  return others[table]?.(scene);
}
