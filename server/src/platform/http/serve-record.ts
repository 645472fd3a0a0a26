/**
 * Serves the calls of a record (contract/src/record.ts); an area says its queries, its row and its rules. What can be
 * told from the fields alone is a rule of the contract's draft, refused at its field before anything is read; what
 * depends on the record as it was is `check`; what only the database can tell of the record as it is then, `settle`. A
 * CHECK of the table is the floor below them: it knows no field, so it must never be the first to refuse.
 */
import type { FastifyInstance } from 'fastify';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { byIdOf } from '#contract/fields.ts';
import type { Endpoint, Schema } from '#contract/kernel.ts';
import type { StatusSwitch } from '#contract/switched-record.ts';
import { type VersionedTable, deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';
import { conflict } from '../errors.ts';
import { type FindRows, serve, serveList } from './serve.ts';
import { validated } from './validation.ts';

type Nothing = z.ZodUndefined;
type ById = ReturnType<typeof byIdOf>;

/** As `recordEndpoints` makes them. */
interface Calls<Query extends Schema, Rows extends z.ZodObject, Draft, One> {
  /** How its id is called on the wire. */
  id: string;
  draft: z.ZodType<Draft>;
  list: Endpoint<Nothing, Query, Nothing, Rows>;
  create: Endpoint<Nothing, Nothing, z.ZodType<Draft>, z.ZodType<object>>;
  get: Endpoint<ById, Nothing, Nothing, z.ZodType<One>>;
  update: Endpoint<ById, Nothing, z.ZodType<object>, z.ZodType<object>>;
  remove: Endpoint<ById, Nothing, Nothing, z.ZodType<object>>;
}
/** Tables of what is switched on and off. */
type SwitchedTable = {
  [Table in VersionedTable]: Tables[Table] extends { isActive: unknown } ? Table : never;
}[VersionedTable];

type Maybe = Promise<void> | void;
/** A record without what is told of it beside. */
type Stored<One> = Omit<One, 'removalConflict'>;

/** `before`: as it was, null where it is new; it is locked. */
interface Written<One> {
  db: Db;
  before: Stored<One> | null;
}

interface Served<Query extends Schema, Rows extends z.ZodObject, Draft, One, Table extends VersionedTable> {
  table: Table;
  list: FindRows<Endpoint<Nothing, Query, Nothing, Rows>>;
  /** Throws 404 unless it is there. */
  get: (db: Db, id: string) => Promise<Stored<One>>;
  rowOf: (draft: Draft, work: Written<One>) => Insertable<Tables[Table]> | Promise<Insertable<Tables[Table]>>;
  /** What must hold before it is written. */
  check?: (work: Written<One> & { draft: Draft }) => Maybe;
  /** What must hold once it is written; what it throws undoes the write. */
  settle?: (work: Written<One> & { id: string; draft: Draft }) => Maybe;
  /** Why it cannot be deleted now: its page says so before anybody tries, and deleting is refused with it. */
  removalConflict?: (work: { db: Db; record: Stored<One> }) => Promise<string | null> | string | null;
  /** What must hold before it is switched on. */
  checkActivation?: (work: { db: Db; record: Stored<One> }) => Maybe;
}

/** What an area says of the record that these endpoints are of; its rules are typed by them. */
export type RecordOf<Entries, Table extends VersionedTable> =
  Entries extends Calls<infer Query, infer Rows, infer Draft, infer One>
    ? Served<Query, Rows, Draft, One, Table>
    : never;

export function serveRecord<Query extends Schema, Rows extends z.ZodObject, Draft, One, Table extends VersionedTable>(
  app: FastifyInstance,
  entries: Calls<Query, Rows, Draft, One>,
  record: Served<Query, Rows, Draft, One, Table>,
): void {
  const { table, get, rowOf, check, settle, removalConflict } = record;
  const own = (id: string) => ({ [entries.id]: id });
  serveList(app, entries.list, record.list);
  serve(app, entries.create, async ({ body: draft, db }) => {
    await check?.({ db, draft, before: null });
    const id = await insertRecord(db, table, await rowOf(draft, { db, before: null }));
    await settle?.({ db, id, draft, before: null });
    return own(id);
  });
  const conflictOf = async (db: Db, found: Stored<One>) => (await removalConflict?.({ db, record: found })) ?? null;
  serve(app, entries.get, async ({ params, db }) => {
    const found = await get(db, params.id);
    return { ...found, removalConflict: await conflictOf(db, found) } as One;
  });
  // A change may leave fields out; the whole must be a valid draft.
  serve(app, entries.update, async ({ params: { id }, body, db, ifMatch }) => {
    await lockForUpdate(db, table, id, ifMatch);
    const before = await get(db, id);
    const draft = validated(entries.draft, { ...before, ...body });
    await check?.({ db, draft, before });
    const saved = await updateRecord(db, table, id, await rowOf(draft, { db, before }));
    await settle?.({ db, id, draft, before });
    return { ...own(id), ...saved };
  });
  serve(app, entries.remove, async ({ params: { id }, db, ifMatch }) => {
    await lockForUpdate(db, table, id, ifMatch);
    const refusal = removalConflict && (await conflictOf(db, await get(db, id)));
    if (refusal) throw conflict(refusal);
    await deleteRecord(db, table, id);
    return own(id);
  });
}

/** {@link serveRecord}, and the switch of what has one (contract/src/switched-record.ts). */
export function serveSwitched<
  Query extends Schema,
  Rows extends z.ZodObject,
  Draft,
  One extends object,
  Table extends SwitchedTable,
>(
  app: FastifyInstance,
  entries: Calls<Query, Rows, Draft, One> & { setStatus: StatusSwitch },
  record: Served<Query, Rows, Draft, One, Table>,
): void {
  const { table, get, checkActivation } = record;
  serveRecord(app, entries, record);
  serve(app, entries.setStatus, async ({ params: { id }, body, db, ifMatch }) => {
    await lockForUpdate(db, table, id, ifMatch);
    const isActive = body.status === 1;
    if (isActive && checkActivation) await checkActivation({ db, record: await get(db, id) });
    await updateRecord<SwitchedTable>(db, table, id, { isActive });
    return get(db, id);
  });
}
