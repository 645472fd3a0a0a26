/** Changes of many records as a job, with a result for each record, that can be undone (ours; docs/decisions/0052). */
import { z } from 'zod';
import { intendedReasons } from '../access/endpoints.ts';
import { consentStates } from '../broadcast/consent.ts';
import { dayInWords } from '../kernel/days.ts';
import { choice } from '../kernel/draft.ts';
import { byIdOf, id, idOf, idsOf, listQuery, listReply, whole, filter } from '../kernel/fields.ts';
import { type Endpoint, type Schema, endpoint } from '../kernel/endpoint.ts';
import { orderStatusLabels } from '../order/status.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { type RecordArea, type RecordKind, areaOf } from '../kernel/record-kinds.ts';

const publication = { published: 'Published', draft: 'Draft' } as const;
const activity = { active: 'Active', inactive: 'Inactive' } as const;
const assignment = { assigned: 'Assigned', none: 'Not assigned' } as const;

/** Values are days, too: the last one of the access of a member. */
export const accessEnds = { until: 'Until another day', unlimited: 'No end' } as const;

/**
 * Kinds of batches: the records they change or assign, and the display names of the values that they set. `isMixed`:
 * records of several kinds that are sold. For assignments, the first value means assigned.
 */
export const batchKinds = {
  'order-status': { record: 'order', values: orderStatusLabels },
  'course-publishing': { record: 'course', values: publication },
  'path-publishing': { record: 'learning-path', values: publication },
  'discount-switch': { record: 'discount', values: activity },
  'voucher-switch': { record: 'voucher', values: activity },
  /** A campaign, its discounts and its vouchers. */
  'campaign-switch': { record: 'campaign', values: activity, isMixed: true },
  'discount-courses': { record: 'course', area: 'discount', values: assignment },
  'voucher-courses': { record: 'course', area: 'voucher', values: assignment },
  'path-courses': { record: 'course', area: 'learning-path', values: assignment },
  'discount-paths': { record: 'learning-path', area: 'discount', values: assignment },
  'discount-plans': { record: 'plan', area: 'discount', values: assignment },
  'discount-products': { record: 'product', area: 'discount', values: assignment },
  'discount-all': { record: 'product', area: 'discount', values: assignment, isMixed: true },
  'discount-taking': {
    record: 'product',
    area: 'discount',
    values: { taken: 'Taken over', held: 'In other discounts', none: 'Not assigned', other: 'Other discounts' },
    isMixed: true,
  },
  'voucher-paths': { record: 'learning-path', area: 'voucher', values: assignment },
  'voucher-plans': { record: 'plan', area: 'voucher', values: assignment },
  'voucher-products': { record: 'product', area: 'voucher', values: assignment },
  'voucher-all': { record: 'product', area: 'voucher', values: assignment, isMixed: true },
  'access-giving': {
    record: 'access-gap',
    area: 'order',
    values: { open: 'No access', granted: 'Access given', intended: 'Intended' },
  },
  'access-removal': {
    record: 'access-gap',
    area: 'order',
    values: { open: 'Unpaid access', removed: 'Access removed', intended: 'Intended' },
  },
  'access-marks': {
    record: 'access-gap',
    area: 'access-gap',
    values: { listed: 'In the list', ...intendedReasons },
  },
  'difference-mending': {
    record: 'payment-difference',
    area: 'order',
    values: { open: 'Open', mended: 'Mended', explained: 'Explained' },
  },
  'difference-marks': {
    record: 'payment-difference',
    values: { open: 'Open', explained: 'Explained' },
  },
  'certificate-issuing': {
    record: 'certificate',
    values: { issued: 'Issued', none: 'Not issued', revoked: 'Revoked' },
  },
  'course-members': { record: 'user', values: { member: 'Member', none: 'Not a member' } },
  'place-transfer': { record: 'user', values: { former: 'Former course', moved: 'Moved', other: 'Another place' } },
  'course-access': { record: 'user', values: accessEnds },
  'path-access': { record: 'user', values: accessEnds },
  'marketing-consent': {
    record: 'user',
    area: 'broadcast',
    values: consentStates,
  },
  'tag-users': { record: 'user', area: 'tag', values: { assigned: 'Tagged', none: 'Not tagged' } },
  'member-import': {
    record: 'user',
    values: { none: 'No account', before: 'As before', imported: 'As in the file', other: 'Other values' },
  },
  /** Its rows are pairs of a member and a course. */
  'membership-import': { record: 'user', values: { imported: 'Member', none: 'Not a member' }, isMixed: true },
  'statement-import': { record: 'bank-line', values: { none: 'Not here', imported: 'Imported', other: 'Decided' } },
  'bank-matching': {
    record: 'bank-line',
    values: { open: 'To match', matched: 'Matched', ignored: 'Ignored', other: 'Matched otherwise' },
  },
  'order-import': { record: 'order', values: { none: 'Not here', imported: 'Imported', other: 'Changed' } },
} as const satisfies Record<
  string,
  { record: RecordKind; area?: RecordArea; values: Readonly<Record<string, string>>; isMixed?: true }
>;
export type BatchKindName = keyof typeof batchKinds;

/** Display name of a value of a kind; of a day, the day. */
export const valueInWords = (words: Readonly<Record<string, string>>, value: string): string =>
  words[value] ?? (/^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : value);

/** Area whose records a kind changes: the owner's, if records are assigned to one. */
function areaOfBatch(name: BatchKindName): RecordArea {
  const kind = batchKinds[name];
  return 'area' in kind ? kind.area : areaOf(kind.record);
}

/** `failed`: the job gave up; a retry on the page *Jobs* continues it. */
export const batchStates = { running: 'Running', done: 'Done', cancelled: 'Cancelled', failed: 'Failed' } as const;
export type BatchState = keyof typeof batchStates;

/**
 * States of a record in a batch. `skipped`: had the value already; `failed`: refused, with the reason; `undone`: has
 * its former value again; `kept`: not undone, because it was changed since or the former value is refused.
 */
export const batchRowStates = {
  pending: 'Not done',
  done: 'Done',
  skipped: 'Left as it is',
  failed: 'Not possible',
  undone: 'Undone',
  kept: 'Changed since',
} as const;
export type BatchRowState = keyof typeof batchRowStates;

/** Upper limit of records per batch. */
export const maxRows = 100_000;
/** Up to so many records are changed by the call itself, without a job. */
export const maxInstant = 100;
/** Days during which a batch is listed and can be undone. */
export const batchDays = 90;

const person = z.object({ id: idOf('user'), name: z.string() });

/** Batch with its state and the number of its records in each state. */
export const batch = z.object({
  batchId: idOf('batch'),
  kind: choice(
    Object.fromEntries(Object.keys(batchKinds).map((kind) => [kind, kind])) as Record<BatchKindName, string>,
  ),
  /** The change in words. */
  title: z.string(),
  /** Whether it holds all records that matched a filter, instead of records chosen one by one. */
  isAll: z.boolean(),
  user: person,
  /** User who undid it. */
  undoneBy: person.nullable(),
  state: choice(batchStates),
  /** Whether it is being undone, or was. */
  isUndo: z.boolean(),
  error: z.string().nullable(),
  /** Numbers of records: all, and those in each state. */
  total: z.int(),
  pending: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  undone: z.int(),
  kept: z.int(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;

const one = { area: 'batch', roles: 'staff', params: byIdOf('batch') } as const;
/** Lists batches, newest first: the caller's own; admins see all. Searches the name of the user who began them. */
export const listBatches = endpoint({
  method: 'GET',
  area: 'batch',
  url: '/admin/batch/',
  roles: 'staff',
  query: listQuery({}, fixedSize(20)),
  reply: listReply('batches', batch),
});

export const getBatch = endpoint({ ...one, method: 'GET', url: '/admin/batch/:id/', reply: batch });

/** Record of a batch with its result. */
export const batchRow = z.object({
  /** Place in the batch, from 1. */
  n: z.int(),
  recordId: id,
  /** Name of the record when it was held. */
  name: z.string(),
  state: choice(batchRowStates),
  /** Display names of the value before the batch, and of the one that it set. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Lists the records of a batch in its order, with their results; searches their names. */
export const listBatchRows = endpoint({
  method: 'GET',
  ...one,
  url: '/admin/batch/:id/rows/',
  query: listQuery({ state: filter(choice(batchRowStates), 'Status') }, fixedSize(20)),
  reply: listReply('rows', batchRow),
});

/** Stops a running batch; what is done stays done. 409 if it is not running. */
export const cancelBatch = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/batch/:id/cancel/',
  reply: batch,
  messages: { ok: 'Stopped after {done} of {total}', fail: 'It was not stopped', tone: 'warning' },
});

/**
 * Gives the changed records their former values, except those that were changed again since. 409 while it is running,
 * and if nothing is left to undo; 403 for roles that may not begin such a batch.
 */
export const undoBatch = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/batch/:id/undo/',
  reply: batch,
  messages: { fail: 'It was not undone' },
});

/** Messages of starting and undoing, for batches that are done with the call and for those that go on as a job. */
export const batchMessages = {
  start: {
    instant: { ok: '{title}: {done} of {total} done', fail: 'Nothing was changed' },
    job: { ok: '{title}: {total} under way', fail: 'Nothing was changed' },
  },
  undo: {
    instant: { ok: '{undone} undone', fail: 'It was not undone' },
    job: { ok: 'Undoing {done}', fail: 'It was not undone' },
  },
} as const;

/** Values of a kind. */
export type BatchValue<Kind extends BatchKindName> = keyof (typeof batchKinds)[Kind]['values'] & string;

/** Filter of a list's query: all of it but page and sort. */
export function filterOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const filter = Object.entries(shape).filter(([name]) => !['page', 'pageSize', 'sort'].includes(name));
  return z.object(Object.fromEntries(filter) as unknown as Omit<Shape, 'page' | 'pageSize' | 'sort'>);
}

interface Entry<
  Kind extends BatchKindName,
  Filter extends Schema,
  Value extends BatchValue<Kind>,
  More extends z.ZodRawShape,
> {
  kind: Kind;
  roles: Endpoint['roles'];
  /** Filter of the list, without paging. */
  filter: Filter;
  /** Values that can be set. */
  values: readonly [Value, ...Value[]];
  /** Further fields of the change. */
  more?: More;
  /** Areas whose calls all fail as 500 (spec §8). */
  failsAs?: 500;
}

/** Creates the two calls that begin batches of a kind. */
export function batchOf<
  Kind extends BatchKindName,
  Filter extends Schema,
  const Value extends BatchValue<Kind>,
  More extends z.ZodRawShape = Record<never, never>,
>({ kind, roles, filter, values, more, failsAs }: Entry<Kind, Filter, Value, More>) {
  const { record } = batchKinds[kind];
  const shared = {
    area: areaOfBatch(kind),
    roles,
    url: `/admin/batch/${kind}/`,
    query: filter,
    ...(failsAs && { failsAs }),
  } as const;
  return {
    kind,
    /** Counts the records that match a filter; stops at {@link maxRows} + 1. */
    count: endpoint({ ...shared, method: 'GET', reply: z.object({ total: z.int() }) }),
    /**
     * Holds records, the chosen ones or (`ids` null) all that match the filter, and sets their value: up to
     * {@link maxInstant} at once, more in a job. 409 with the number that match if it is not `expected`.
     */
    start: endpoint({
      ...shared,
      method: 'POST',
      success: 201,
      creates: true,
      proposable: true,
      body: z.object({
        ids: idsOf(record).nullable(),
        expected: whole().min(0, 'Not below 0').max(maxRows, `At most ${maxRows} at a time`),
        value: z.enum(values, 'There is no such value'),
        ...(more as More),
      }),
      reply: batch,
    }),
  };
}
