/** SQL of tags. */
import { tags } from '#contract/tag/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';

const columns = columnsOf('tag', tags.row, { tagId: 'id' });
const sorts = ordersOf('tag', tags.list, { createdAt: [], name: byName('tag') });

export const findTags = queriedList(tags.list, (db, { patterns }, window, sort) => {
  const all = db.selectFrom('tag');
  const matching = patterns ? all.where(matchesAll('search', patterns)) : all;
  return { rows: pageOf(matching, all, sorts[sort], window).select(columns), total: cappedCount(matching) };
});

export const findTag = (db: Db, id: string) =>
  db
    .selectFrom('tag')
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('tag'));
