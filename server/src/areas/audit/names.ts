/** What the trail's ids mean to people. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Change } from './queries.ts';

/**
 * The columns by which an entry names another record, and where that one's name is. A test holds this against the
 * catalogue.
 */
export const linkedTables = {
  course_id: 'course',
  section_id: 'course_section',
  path_id: 'learning_path',
  discount_id: 'discount',
  user_id: 'user',
} as const satisfies Record<string, string>;

/**
 * The names of the records that these entries link to, by id, asked once; what is gone, or another tenant's, has none.
 */
export async function namesIn(
  db: Db,
  entries: readonly (Change & { parts?: readonly Change[] })[],
): Promise<Record<string, string>> {
  const changed = entries
    .flatMap((entry) => [entry, ...(entry.parts ?? [])])
    .flatMap(({ before, after }) => [before, after]);
  const asked: RawBuilder<{ id: string; name: string }>[] = [];
  for (const [column, table] of Object.entries(linkedTables)) {
    const ids = new Set(changed.map((fields) => fields?.[column]).filter((id) => typeof id === 'string'));
    if (ids.size > 0) asked.push(sql`select id, name from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`);
  }
  if (asked.length === 0) return {};
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(asked, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
