/**
 * Shape of a row of the assignment table (assignment.ts) and the endpoints derived from it. Wire names (`course_ids`,
 * …) stop here; the code behind it sees `ids`.
 */
import { z } from 'zod';
import { term } from './access-term.ts';
import { type Area, type Messages, type Role, endpoint } from './endpoint.ts';
import {
  byIdOf,
  category,
  id,
  idOf,
  idsOf,
  listQuery,
  listReply,
  flag,
  publishedFilter,
  version,
  filter,
} from './fields.ts';
import { type Size, assignSize } from './page-size.ts';
import { type Contested, type TakingMessages, holdersOf, leavingsTo, takeOverOf } from './take-over-endpoints.ts';
import type { Progress } from './progress.ts';
import { type RecordKind, areaOf, tableOfKind } from './record-kinds.ts';

const common = {
  id,
  name: z.string(),
  isAssigned: z.boolean(),
  /** Reason it cannot be assigned now, with the message that assigning would answer; null: it can. */
  conflict: z.string().nullable(),
};
const offered = {
  ...common,
  price: z.int(),
  finalPrice: z.int(),
  isPublished: z.boolean(),
  /** Discount that makes the final price; not necessarily the discount whose list this is. */
  discountedBy: z.object({ id: idOf('discount'), name: z.string() }).nullable(),
};

/** Row schemas by kind of item. */
const rowsByKind = {
  product: z.object({ ...offered, thumbnail: z.string().nullable(), category: z.string().nullable() }),
  plan: z.object({ ...offered, durationMonths: z.int() }),
  person: z.object({ ...common, email: z.string(), image: z.string().nullable() }),
};
type Common = { [Key in keyof typeof common]: z.infer<(typeof common)[Key]> };
type Row = z.infer<(typeof rowsByKind)[keyof typeof rowsByKind]>;
type Every<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;
/** Row of any kind: the common fields, and the fields that only some kinds have. */
export type Item = Common &
  Partial<Omit<Every<Row>, keyof Common>> &
  Contested & { type?: number; assignedAt?: string | null; accessEndsOn?: string | null; progress?: Progress };

/** Items that can be assigned: their kind, record, and singular and plural names. */
const items = {
  course: { kind: 'product', record: 'course', one: 'course', many: 'courses', hasCategory: true },
  path: { kind: 'product', record: 'learning-path', one: 'learning path', many: 'learning paths', hasCategory: true },
  product: { kind: 'product', record: 'product', one: 'product', many: 'products', hasCategory: false },
  plan: { kind: 'plan', record: 'plan', one: 'subscription plan', many: 'subscription plans', hasCategory: false },
  user: { kind: 'person', record: 'user', one: 'user', many: 'users', hasCategory: false },
} as const;

/** Reply of every list, whatever the key of its rows; read the rows with `rowsOf`. */
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
  /** Record that items are assigned to. */
  owner: RecordKind;
  /** Area of the endpoints; default: the owner's. */
  area?: Area;
  item: keyof typeof items;
  /** Roles that may list; default: those that may assign. */
  readers?: readonly Role[];
  list: `/${string}`;
  /** Key of the rows in the reply. */
  rows: string;
  /** Query parameter that selects the assigned (true) or the unassigned (false) items; default: `isAssigned`. */
  flag?: 'assigned';
  /** Selection when the parameter is absent; default: all items. */
  defaultSide?: 'assigned';
  /** Page size of the list, when it differs from that of the list to choose from. */
  size?: Size;
  /** Rows have `assignedAt`. */
  isDated?: boolean;
  /** Rows have `accessEndsOn`, the last day of the access, and there is a filter by it. */
  isTermed?: boolean;
  /**
   * An item can be in one active owner at a time: rows list the other owners in `heldBy`, and these are the messages of
   * take over and give back.
   */
  exclusive?: TakingMessages;
  /** Additional fields of every row. */
  extra?: z.ZodRawShape;
  /** Additional fields of assigned rows only; the link's rules on the server load them. */
  details?: Readonly<Record<string, z.ZodOptional>>;
  /** Key of a second list in the reply with the same page of assigned items, next to `totalAssigned`. */
  alsoAssigned?: string;
  listFailure?: string;
  /** Status of the slice on any failure; same as an endpoint's `failsAs`. */
  failsAs?: 500;
}

interface Entry extends ListEntry {
  /** Roles that may assign and unassign; default: admins. */
  roles?: readonly Role[];
  /** Number of items per call. */
  takes: 'one' | 'many';
  /** Keys of the ids on the wire; several where the spec's calls differ. */
  wireKeys: readonly [string, ...string[]];
  /** Second key for links with `takes: 'one'`: takes many ids, all of them or none (ours); message of assigning them. */
  together?: { wireKey: string; messages: Messages };
  assign: Change;
  unassign: Change;
  /** Call that sets the order of the assigned items from the complete list of their ids. */
  reorder?: Change;
}

const choiceSize = (item: keyof typeof items) => assignSize(item === 'path' ? 2 : 1);

/** `GET` endpoint for a page of the assigned, the assignable, or all items. */
function listOf(entry: ListEntry, readers: readonly Role[]) {
  const { owner, area = areaOf(owner), item, list, rows, flag: side = 'isAssigned' } = entry;
  const { size = choiceSize(item) } = entry;
  const { kind, record, hasCategory } = items[item];
  const row = rowsByKind[kind].extend({
    id: idOf(record),
    ...entry.extra,
    ...entry.details,
    ...(entry.isDated && { assignedAt: z.string().nullable() }),
    ...(entry.isTermed && { accessEndsOn: z.string().nullable() }),
    ...(entry.exclusive && { heldBy: holdersOf(owner), leavesFor: leavingsTo(owner).optional() }),
  });
  const also = entry.alsoAssigned && { [entry.alsoAssigned]: z.array(row), totalAssigned: z.int() };
  return endpoint({
    area,
    ...(entry.failsAs && { failsAs: entry.failsAs }),
    method: 'GET',
    url: list,
    roles: readers,
    params: byIdOf(owner),
    query: listQuery(
      {
        ...(hasCategory && { category: filter(category, 'Category') }),
        ...(kind !== 'person' && { isPublished: publishedFilter }),
        [side]: filter(flag, 'Assigned'),
        ...(entry.isTermed && { term: filter(term, 'Access') }),
        ...(entry.exclusive && { withoutConflict: filter(flag, 'Conflicts') }),
      },
      size,
    ),
    // zod infers an object of equal values where a key is not known.
    reply: listReply(rows, row).extend(also || {}) as unknown as ItemList,
    ...(entry.listFailure && { messages: { fail: entry.listFailure } }),
  });
}

/** Facts about an entry that the picker and the service need, in addition to its endpoints. */
function factsOf(entry: ListEntry) {
  const {
    owner,
    item,
    rows,
    flag = 'isAssigned',
    defaultSide: unasked,
    alsoAssigned,
    isDated = false,
    isTermed = false,
    exclusive,
  } = entry;
  return {
    ...items[item],
    owner,
    rows,
    /** Page sizes of the assigned items and of the items to choose from. */
    size: entry.size ?? choiceSize(item),
    choiceSize: choiceSize(item),
    /** Names of the additional fields of every row. */
    columns: Object.keys(entry.extra ?? {}),
    alsoAssigned,
    isDated,
    isTermed,
    isExclusive: exclusive !== undefined,
    /** Whether items are published or drafts. */
    isSold: items[item].kind !== 'person',
    /** Messages of a take-over that happens when the owner starts. */
    planned: exclusive?.plan,
    rowsOf: (reply: Record<string, unknown>) => reply[rows] as Item[],
    /** Query parameters that select one side. */
    sideQuery: (isAssigned: boolean): Record<string, 'true' | 'false'> => ({ [flag]: isAssigned ? 'true' : 'false' }),
    /** Side that a validated query selects; undefined: both. */
    sideOf: (query: Record<string, unknown>) =>
      (query[flag] as boolean | undefined) ?? (unasked === 'assigned' ? true : undefined),
  };
}

/** Body on the wire, and as the service reads it. */
type Body = z.ZodType<{ ids: string[]; wireKey: string }, Record<string, unknown>>;

/** Schema of a change's body: the ids under any of the accepted keys. */
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
  // OpenAPI would describe a union of one as a choice.
  return (bodies.length > 1 ? z.union(bodies) : bodies[0]) as Body;
}

/** Endpoints of an entry. Assign and unassign reply with the number of links that really changed. */
export function assignment(entry: Entry) {
  const { owner, area = areaOf(owner), item, roles = ['admin'], list, takes, wireKeys, together, reorder } = entry;
  const { record } = items[item];
  const ids = idsOf(record);
  const [wireKey] = wireKeys;
  const change = { area, roles, ...(entry.failsAs && { failsAs: entry.failsAs }), params: byIdOf(owner) };
  const recordsBatch = takes === 'many' || together !== undefined;
  const kept = recordsBatch && ({ recordsBatch, proposable: true } as const);
  const counted = { ...change, ...kept, body: bodyOf(entry), reply: z.object({ changed: z.int() }) };
  return {
    ...factsOf(entry),
    table: tableOfKind(record).linkedTo(tableOfKind(owner).table),
    takes,
    wireKey,
    together,
    list: listOf(entry, entry.readers ?? roles),
    assign: endpoint({ ...counted, method: 'PUT', ...entry.assign }),
    unassign: endpoint({ ...counted, method: 'DELETE', ...entry.unassign }),
    ...(entry.exclusive &&
      takeOverOf({ area, roles, owner, record, wireKey, url: `${list}conflicts/`, messages: entry.exclusive })),
    reorder:
      reorder &&
      endpoint({ ...change, method: 'PUT', ...reorder, versioned: true, body: ids, reply: z.object({ id, version }) }),
    /** Input for a call of `assign` or `unassign`. */
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
/** Link seen from the item's side: it has a list of its own, and uses the link's own calls for changes. */
export type InvertedAssignment = Omit<Assignment, 'reorder' | 'together'>;

/**
 * Inverts a link: a list of the owners of one item; changes use the same calls with the two ids exchanged, and with
 * messages of their own where the spec's texts differ.
 */
export function invertAssignment(
  link: Assignment,
  entry: ListEntry & { messages?: { assign: Messages; unassign: Messages } },
): InvertedAssignment {
  const { assign, unassign, table, wireKey } = link;
  const { messages } = entry;
  return {
    ...factsOf(entry),
    table,
    takes: 'one',
    wireKey,
    list: listOf(entry, entry.readers ?? (assign.roles as readonly Role[])),
    assign: messages ? { ...assign, messages: messages.assign } : assign,
    unassign: messages ? { ...unassign, messages: messages.unassign } : unassign,
    inputOf: (ownerId, [chosen = '']) => link.inputOf(chosen, [ownerId]),
  };
}
