/** Fields to which people mapped the columns of files, remembered per brand by kind of file and folded heading. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Fields by folded heading. */
export async function findRemembered(db: Db, kind: string): Promise<(readonly [string, string])[]> {
  const rows = await db.selectFrom('importColumn').select(['heading', 'field']).where('kind', '=', kind).execute();
  return rows.map(({ heading, field }) => [heading, field]);
}

/** Remembers columns for the next file; returns how many. */
export async function remember(db: Db, kind: string, fields: ReadonlyMap<string, string>): Promise<number> {
  const { numAffectedRows } = await sql`insert into import_column (kind, heading, field)
    select ${kind}, heading, field from unnest(${[...fields.keys()]}::text[], ${[...fields.values()]}::text[]) as mapped (heading, field)
      order by heading
    on conflict (tenant, kind, heading) do update set field = excluded.field`.execute(db);
  return Number(numAffectedRows ?? 0);
}
