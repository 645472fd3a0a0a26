/** SQL of exports. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { exportRow, listExports } from '#contract/exports/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';

type Row = z.output<typeof exportRow>;

const columns = columnsOf('dataExport', exportRow, {
  exportId: 'id',
  user: jsonText(sql<Row['user']>`json_build_object('id', user_id, 'name', user_name)`),
  filter: sql<Row['filter']>`filter`,
  names: sql<Row['names']>`names`,
});

/** Exports, newest first; searched by the name of the user who started them. */
export const findExports = queriedList(listExports, (db, { patterns }, window) => {
  const all = db.selectFrom('dataExport');
  const matching = patterns ? all.where(matchesAll(sql`search_text(user_name)`, patterns)) : all;
  const page = pageOf(matching, all, sql`created_at desc, id desc`, window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});
