/**
 * Serves the calls of a record (contract/src/kernel/record-endpoints.ts) from an area's queries, row mapping and rules. Rules on the
 * fields alone belong in the contract's draft, which refuses input at the field before anything is read; rules on the
 * previous record in `check`; rules that need the written record in `settle`. CHECK constraints are only a safety net:
 * they name no field, so they must never be the first to refuse.
 */
import type { FastifyInstance } from 'fastify';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { byIdOf } from '#contract/kernel/fields.ts';
import type { Endpoint, Schema } from '#contract/kernel/endpoint.ts';
import type { StatusSwitch } from '#contract/kernel/switched-record.ts';
import { type VersionedTable, deleteRecord, insertRecord, lockForUpdate, updateRecord } from '../records.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';
import { conflict } from '../errors.ts';
import { type FindRows, serve, serveList } from './serve.ts';
import { validated } from './validation.ts';

type Nothing = z.ZodUndefined;
type ById = ReturnType<typeof byIdOf>;

/** Endpoints as created by `recordEndpoints`. */
interface Calls<Query extends Schema, Rows extends z.ZodObject, Draft, One> {
  /** Wire name of the id. */
  id: string;
  draft: z.ZodType<Draft>;
  list: Endpoint<Nothing, Query, Nothing, Rows>;
  create: Endpoint<Nothing, Nothing, z.ZodType<Draft>, z.ZodType<object>>;
  get: Endpoint<ById, Nothing, Nothing, z.ZodType<One>>;
  update: Endpoint<ById, Nothing, z.ZodType<object>, z.ZodType<object>>;
  remove: Endpoint<ById, Nothing, Nothing, z.ZodType<object>>;
}
/** Tables of records that can be switched on and off. */
type SwitchedTable = {
  [Table in VersionedTable]: Tables[Table] extends { isActive: unknown } ? Table : never;
}[VersionedTable];

type Maybe = Promise<void> | void;
/** Record without derived fields. */
type Stored<One> = Omit<One, 'removalConflict'>;

/** `before`: locked previous record; null for a new one. */
interface WriteContext<One> {
  db: Db;
  before: Stored<One> | null;
}

interface Served<Query extends Schema, Rows extends z.ZodObject, Draft, One, Table extends VersionedTable> {
  table: Table;
  list: FindRows<Endpoint<Nothing, Query, Nothing, Rows>>;
  /** Gets a record; throws 404 if it does not exist. */
  get: (db: Db, id: string) => Promise<Stored<One>>;
  rowOf: (draft: Draft, work: WriteContext<One>) => Insertable<Tables[Table]> | Promise<Insertable<Tables[Table]>>;
  /** Rules to check before writing. */
  check?: (work: WriteContext<One> & { draft: Draft }) => Maybe;
  /** Rules to check after writing; throwing rolls back. */
  settle?: (work: WriteContext<One> & { id: string; draft: Draft }) => Maybe;
  /** Reason the record cannot be deleted now: shown on its page, and the message of a refused deletion. */
  removalConflict?: (work: { db: Db; record: Stored<One> }) => Promise<string | null> | string | null;
  /** Rules to check before activation. */
  checkActivation?: (work: { db: Db; record: Stored<One> }) => Maybe;
}

/** Area's part of a record, typed by its endpoints. */
export type RecordOf<Entries, Table extends VersionedTable> =
  Entries extends Calls<infer Query, infer Rows, infer Draft, infer One>
    ? Served<Query, Rows, Draft, One, Table>
    : never;

/** Registers the calls of a record: list, create, get, update and remove. */
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
  const conflictOf = async (db: Db, record: Stored<One>) => (await removalConflict?.({ db, record: record })) ?? null;
  serve(app, entries.get, async ({ params, db }) => {
    const record = await get(db, params.id);
    return { ...record, removalConflict: await conflictOf(db, record) } as One;
  });
  // Omitted fields keep their values; the result must be a valid draft.
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

/** {@link serveRecord} plus the status call (contract/src/kernel/switched-record.ts). */
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
