/**
 * What a row of the table of assignments is (assignment.ts), and the endpoints that are made of it. Wire names
 * (`course_ids`, …) stop here: inside there are ids.
 */
import { z } from 'zod';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import { byIdOf, category, id, idOf, idsOf, listQuery, listReply, optionalFlag, orBlank, version } from './fields.ts';
import { type Size, assignSize } from './page-size.ts';
import { type Contested, type TakingMessages, holdersOf, leavingsTo, takeOverOf } from './take-over.ts';
import type { Progress } from './progress.ts';
import { type RecordKind, areaOf, tableOfKind } from './records.ts';

const common = {
  id,
  name: z.string(),
  isAssigned: z.boolean(),
  /** Why it may not be assigned now; it would be refused with the same words. */
  conflict: z.string().nullable(),
};
const offered = {
  ...common,
  price: z.int(),
  finalPrice: z.int(),
  isPublished: z.boolean(),
  /** The discount that makes the final price; it need not be the one that is asked about. */
  discountedBy: z.object({ id: idOf('discount'), name: z.string() }).nullable(),
};

/** What a row of a list tells, by the kind of thing that is, or can be, assigned. */
const rowsByKind = {
  product: z.object({ ...offered, thumbnail: z.string().nullable(), category: z.string().nullable() }),
  plan: z.object({ ...offered, durationMonths: z.int() }),
  person: z.object({ ...common, email: z.string(), image: z.string().nullable() }),
};
type Common = { [Key in keyof typeof common]: z.infer<(typeof common)[Key]> };
type Row = z.infer<(typeof rowsByKind)[keyof typeof rowsByKind]>;
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** A row of any kind: what all have, and what only some have. */
export type Item = Common &
  Partial<Omit<Every<Row>, keyof Common>> &
  Contested & {
    type?: number;
    assignedAt?: string | null;
    progress?: Progress;
  };

/** Everything that is assigned to something: its kind, and what people call one and more of it. */
const items = {
  course: { kind: 'product', record: 'course', one: 'course', many: 'courses', hasCategory: true },
  path: { kind: 'product', record: 'learning-path', one: 'learning path', many: 'learning paths', hasCategory: true },
  product: { kind: 'product', record: 'product', one: 'product', many: 'products', hasCategory: false },
  plan: { kind: 'plan', record: 'plan', one: 'subscription plan', many: 'subscription plans', hasCategory: false },
  user: { kind: 'person', record: 'user', one: 'user', many: 'users', hasCategory: false },
} as const;

/** The reply of every list, whatever its rows are called; `rowsOf` reads them. */
type ItemList = z.ZodType<{
  totalItems: number;
  isTotalCapped?: boolean | undefined;
  page: number;
  pageSize: number;
  [rows: string]: unknown;
}>;

interface Change {
  url: `/${string}`;
  messages: Messages;
}

interface ListEntry {
  /** What it is assigned to. */
  owner: RecordKind;
  /** Whose calls these are, where that is not the owner's. */
  area?: Area;
  item: keyof typeof items;
  /** Who may look, where these are more than who may change. */
  readers?: readonly Role[];
  list: `/${string}`;
  /** The list's key in replies. */
  rows: string;
  /** The query parameter that asks for what is assigned (true) or is not (false), `isAssigned` unless said. */
  flag?: 'assigned';
  /** Without the parameter: both, or what is assigned alone. */
  unasked?: 'assigned';
  /** A page of the list, where that is not a page to choose from. */
  size?: Size;
  /** Rows say since when they are assigned. */
  isDated?: boolean;
  /** An item is in one active owner at a time: rows tell which others hold it, and what takes it from them is told as this. */
  exclusive?: TakingMessages;
  /** What these rows tell beside. */
  extra?: z.ZodRawShape;
  /** What the rows of what is assigned tell beside, and the others do not; the link's rules on the server find it. */
  details?: Readonly<Record<string, z.ZodOptional>>;
  /** The key of a second list, the same page of those that are assigned, and beside it `totalAssigned`. */
  alsoAssigned?: string;
  listFailure?: string;
  /** As of an endpoint: its slice says 500 for every failure. */
  failsAs?: 500;
  /** As of an endpoint, of the list: what else changes it. */
  embeds?: readonly Area[];
}

interface Entry extends ListEntry {
  /** Who may assign and unassign; absent: admins. */
  roles?: readonly Role[];
  /** How many a call takes. */
  takes: 'one' | 'many';
  /** The key of the ids on the wire; more than one where the spec's calls differ. */
  wireKeys: readonly [string, ...string[]];
  /** Of a link whose call takes one: the key by which it takes many as well, all of them or none (ours). */
  together?: { wireKey: string; messages: { assign: Messages; unassign: Messages } };
  assign: Change;
  unassign: Change;
  /** The items are in an order, which a list of all the assigned ids sets. */
  reorder?: Change;
}

const choiceSize = (item: keyof typeof items) => assignSize(item === 'path' ? 2 : 1);

/** `GET`: a page of what is assigned, of what can be, or of both. */
function listOf(entry: ListEntry, readers: readonly Role[]) {
  const { owner, area = areaOf(owner), item, list, rows, flag = 'isAssigned', size = choiceSize(item) } = entry;
  const { kind, record, hasCategory } = items[item];
  const row = rowsByKind[kind].extend({
    id: idOf(record),
    ...entry.extra,
    ...entry.details,
    ...(entry.isDated && { assignedAt: z.string().nullable() }),
    ...(entry.exclusive && { heldBy: holdersOf(owner), leavesFor: leavingsTo(owner).optional() }),
  });
  const also = entry.alsoAssigned && { [entry.alsoAssigned]: z.array(row), totalAssigned: z.int() };
  return endpoint({
    area,
    ...(entry.failsAs && { failsAs: entry.failsAs }),
    ...(entry.embeds && { embeds: entry.embeds }),
    method: 'GET',
    url: list,
    roles: readers,
    params: byIdOf(owner),
    query: listQuery(
      {
        ...(hasCategory && { category: orBlank(category) }),
        [flag]: optionalFlag,
        ...(entry.exclusive && { withoutConflict: optionalFlag }),
      },
      size,
    ),
    reply: listReply(rows, row).extend(also || {}) as unknown as ItemList,
    ...(entry.listFailure && { messages: { fail: entry.listFailure } }),
  });
}

/** What the picker and the service read of a row, beside its endpoints. */
function factsOf(entry: ListEntry) {
  const { owner, item, rows, flag = 'isAssigned', unasked, alsoAssigned, isDated = false, exclusive } = entry;
  return {
    ...items[item],
    owner,
    rows,
    /** A page of what is assigned, and of what there is to choose from. */
    size: entry.size ?? choiceSize(item),
    choiceSize: choiceSize(item),
    /** The columns of what is assigned that its rows tell beside. */
    columns: Object.keys(entry.extra ?? {}),
    alsoAssigned,
    isDated,
    isExclusive: exclusive !== undefined,
    /** How taking over is told that happens when the owner starts. */
    planned: exclusive?.plan,
    rowsOf: (reply: Record<string, unknown>) => reply[rows] as Item[],
    /** The query that asks for one side. */
    sideQuery: (isAssigned: boolean): Record<string, 'true' | 'false'> => ({ [flag]: isAssigned ? 'true' : 'false' }),
    /** Which side a validated query asks for; undefined: both. */
    sideOf: (query: Record<string, unknown>) =>
      (query[flag] as boolean | undefined) ?? (unasked === 'assigned' ? true : undefined),
  };
}

/** As it goes over the wire, and what the service reads of it. */
type Body = z.ZodType<{ ids: string[]; wireKey: string }, Record<string, unknown>>;

/** What a change sends, under any of its keys. */
function bodyOf({ item, takes, wireKeys, together }: Entry): Body {
  const { record } = items[item];
  const many = (key: string) =>
    z.object({ [key]: idsOf(record) }).transform((wire) => ({ ids: wire[key] as string[], wireKey: key }));
  const one = (key: string) =>
    z.object({ [key]: idOf(record) }).transform((wire) => ({ ids: [wire[key] as string], wireKey: key }));
  const bodies = [
    ...wireKeys.map((key) => (takes === 'many' ? many(key) : one(key))),
    ...(together ? [many(together.wireKey)] : []),
  ];
  // A choice of one would be described as a choice.
  return (bodies.length > 1 ? z.union(bodies) : bodies[0]) as Body;
}

/** The endpoints of an entry; those that change answer how many links really changed. */
export function assignment(entry: Entry) {
  const { owner, area = areaOf(owner), item, roles = ['admin'], list, takes, wireKeys, together, reorder } = entry;
  const { record } = items[item];
  const ids = idsOf(record);
  const [wireKey] = wireKeys;
  const change = {
    area,
    roles,
    ...(entry.failsAs && { failsAs: entry.failsAs }),
    params: byIdOf(owner),
  };
  const counted = { ...change, body: bodyOf(entry), reply: z.object({ changed: z.int() }) };
  return {
    ...factsOf(entry),
    table: tableOfKind(record).linkedTo(tableOfKind(owner).table),
    takes,
    wireKey,
    together,
    messages: { assign: entry.assign.messages, unassign: entry.unassign.messages },
    list: listOf(entry, entry.readers ?? roles),
    assign: endpoint({ ...counted, method: 'PUT', ...entry.assign }),
    unassign: endpoint({ ...counted, method: 'DELETE', ...entry.unassign }),
    ...(entry.exclusive && {
      ...takeOverOf({ area, roles, owner, record, wireKey, url: `${list}conflicts/`, messages: entry.exclusive }),
    }),
    reorder:
      reorder &&
      endpoint({ ...change, method: 'PUT', ...reorder, versioned: true, body: ids, reply: z.object({ id, version }) }),
    /** What a call of `assign` or `unassign` sends. */
    inputOf: (ownerId: string, chosen: readonly string[]) => ({
      params: { id: ownerId },
      body:
        together && chosen.length > 1
          ? { [together.wireKey]: [...chosen] }
          : { [wireKey]: takes === 'many' ? [...chosen] : chosen[0] },
    }),
  };
}
export type Assignment = ReturnType<typeof assignment>;
/** A link as its items see it: it is listed, and changed by the link's own calls. */
export type SeenByItems = Omit<Assignment, 'reorder' | 'together'>;

/** Turns a link round: the list is another, and what changes it is the same call with the ends exchanged. */
export function seenByItems(link: Assignment, entry: ListEntry & { messages: Assignment['messages'] }): SeenByItems {
  const { assign, unassign, table, wireKey } = link;
  return {
    ...factsOf(entry),
    table,
    takes: 'one',
    wireKey,
    messages: entry.messages,
    list: listOf(entry, entry.readers ?? (assign.roles as readonly Role[])),
    assign,
    unassign,
    inputOf: (ownerId, [chosen = '']) => link.inputOf(chosen, [ownerId]),
  };
}
