/** Serves the calls of a record (contract/src/record.ts); an area says its queries, its row and its rules. */
import type { FastifyInstance } from 'fastify';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { byIdOf } from '#contract/fields.ts';
import type { Endpoint, Schema } from '#contract/kernel.ts';
import { type VersionedTable, deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';
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

interface Served<Query extends Schema, Rows extends z.ZodObject, Draft, One, Table extends VersionedTable> {
  table: Table;
  list: FindRows<Endpoint<Nothing, Query, Nothing, Rows>>;
  /** Throws 404 unless it is there. */
  get: (db: Db, id: string) => Promise<One>;
  rowOf: (draft: Draft) => Insertable<Tables[Table]>;
  /** What must hold once it is written; what it throws undoes the write. `before`: as it was, null where it is new. */
  check?: (db: Db, id: string, draft: Draft, before: One | null) => Promise<void>;
  /** What must hold before it is deleted. */
  checkRemoval?: (db: Db, id: string) => Promise<void>;
}

export function serveRecord<Query extends Schema, Rows extends z.ZodObject, Draft, One, Table extends VersionedTable>(
  app: FastifyInstance,
  entries: Calls<Query, Rows, Draft, One>,
  record: Served<Query, Rows, Draft, One, Table>,
): void {
  const { table, get, rowOf, check, checkRemoval } = record;
  const own = (id: string) => ({ [entries.id]: id });
  serveList(app, entries.list, record.list);
  serve(app, entries.create, async ({ body: draft, db }) => {
    const id = await insertRecord(db, table, rowOf(draft));
    await check?.(db, id, draft, null);
    return own(id);
  });
  serve(app, entries.get, ({ params, db }) => get(db, params.id));
  // A change may leave fields out; the whole must be a valid draft.
  serve(app, entries.update, async ({ params: { id }, body, db, ifMatch }) => {
    await lockForUpdate(db, table, id, ifMatch);
    const before = await get(db, id);
    const draft = validated(entries.draft, { ...before, ...body });
    const saved = await updateRecord(db, table, id, rowOf(draft));
    await check?.(db, id, draft, before);
    return { ...own(id), ...saved };
  });
  serve(app, entries.remove, async ({ params: { id }, db, ifMatch }) => {
    await lockForUpdate(db, table, id, ifMatch);
    await checkRemoval?.(db, id);
    await deleteRecord(db, table, id);
    return own(id);
  });
}
