/** Exports of a list's rows: the request is recorded first, then what is actually read, part by part. */
import { type AliasedRawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type ExportKind, exportHours, exportPart, maxExported } from '#contract/exports/endpoints.ts';
import type { AuditAction } from '#contract/kernel/audit.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { type RecordKind, nameColumns, recordKinds } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import type { HandlerContext } from '#platform/http/serve.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { securityEvent } from '#platform/session/security-event.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- of either table
type Rows = SelectQueryBuilder<any, any, object>;

/** Rows that are exported by the filter of their list, newest first. */
export interface ExportedRows<Filter extends object, Row> {
  kind: ExportKind;
  event: AuditAction;
  table: 'order' | 'user' | 'paper' | 'refund';
  /** Column by which they are sorted. */
  time: 'created_at' | 'joined_at' | 'issued_at' | 'asked_at';
  filter: z.ZodType<Filter>;
  /** Kinds of records that the ids in the filter may be of. */
  named: { [Name in keyof Filter]?: readonly RecordKind[] };
  matching: (db: Db, filter: Filter) => Promise<Rows>;
  columns: readonly AliasedRawBuilder<unknown, string>[];
  idOf: (row: Row) => string;
}

/** Names of the ids in a filter, kept for the list of exports. */
async function namesIn(
  db: Db,
  named: Partial<Record<string, readonly RecordKind[]>>,
  filter: Readonly<Record<string, string>>,
) {
  const found: Record<string, string> = {};
  for (const [key, id] of Object.entries(filter)) {
    const tables = (named[key] ?? []).map((kind) => recordKinds[kind].table);
    if (tables.length === 0) continue;
    const names = tables.map(
      (table) => sql`select ${sql.ref(nameColumns[table]!)} as name from ${sql.table(table)} where id = ${id}`,
    );
    const { rows } = await sql<{ name: string }>`${sql.join(names, sql` union all `)}`.execute(db);
    if (rows[0]) found[key] = rows[0].name;
  }
  return found;
}

/** Records an export; returns its id, and the number of rows that match now. 400 above {@link maxExported}. */
export async function beginExport<Filter extends object>(
  {
    db,
    caller,
    tenant,
    request,
    query,
  }: Pick<HandlerContext<Endpoint>, 'db' | 'caller' | 'tenant' | 'request'> & { query: Filter },
  { kind, event, named, matching }: Pick<ExportedRows<Filter, never>, 'kind' | 'event' | 'named' | 'matching'>,
) {
  await securityEvent({ db, request }, { kind: event, tenant, userId: caller.userId });
  const counted = (await matching(db, query)).select(sql.lit(1).as('one')).limit(sql.lit(maxExported + 1));
  const { total } = await db
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  if (total > maxExported)
    throw badRequest('More than 1,000,000 rows match, which is too much for a spreadsheet: narrow the filter');
  const filter = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { id } = await db
    .insertInto('dataExport')
    .values({
      kind,
      userId: caller.userId,
      userName: caller.name,
      filter: JSON.stringify(filter),
      names: JSON.stringify(await namesIn(db, named, filter)),
      total,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { exportId: id, total };
}

/** Locks an export of the user; 404 for another user's, since reads are recorded under its owner. 409 if it has expired. */
async function lockExport(db: Db, kind: ExportKind, id: string, userId: string) {
  const row = await db
    .selectFrom('dataExport')
    .select(['filter', 'readTo', 'readFrom', 'rows', 'parts', 'createdAt'])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${exportHours})`.as('isOver'))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('export');
  if (row.isOver) throw conflict('This export was begun too long ago: begin another');
  return row;
}

interface PartRequest {
  db: Db;
  caller: Caller;
  params: { id: string };
  body: { part: number };
}

/** Reads a part of an export: the next one, or the last one again; 409 for any other part, or if it has expired. */
export async function readPart<Filter extends object, Row>(
  { db, caller, params: { id }, body: { part } }: PartRequest,
  { kind, table, time, filter: schema, matching, columns, idOf }: ExportedRows<Filter, Row>,
): Promise<{ rows: Row[]; isLast: boolean }> {
  const { filter, readTo, readFrom, rows: read, parts, createdAt } = await lockExport(db, kind, id, caller.userId);
  const isNext = part === parts;
  if (!isNext && part !== parts - 1) throw conflict('This export is read elsewhere, too: begin another');
  // A repeated part (its response was lost) is already counted.
  const after = isNext ? readTo : readFrom;
  const moment = sql.ref(time);
  let query = (await matching(db, schema.parse(filter))).where(sql<boolean>`${moment} <= ${createdAt}`);
  // By a key, so that rows added meanwhile do not shift the parts.
  if (after !== null)
    query = query.where(
      sql<boolean>`(${moment}, id) < (select ${moment}, id from ${sql.table(table)} where id = ${after})`,
    );
  const rows = await query
    .orderBy(sql`${moment} desc, id desc`)
    .limit(exportPart)
    .select(columns)
    .$castTo<Row>()
    .execute();
  const isLast = rows.length < exportPart;
  const last = rows.at(-1);
  if (isNext)
    await db
      .updateTable('dataExport')
      .set({
        rows: read + rows.length,
        parts: parts + 1,
        readFrom: readTo,
        readTo: last === undefined ? readTo : idOf(last),
        ...(isLast && { finishedAt: sql<string>`now()` }),
      })
      .where('id', '=', id)
      .execute();
  return { rows, isLast };
}
