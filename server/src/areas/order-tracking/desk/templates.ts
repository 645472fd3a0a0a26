/** SQL and rules of WhatsApp message templates. */
import { type DeskTemplate, deskTemplates } from '#contract/order-tracking/templates.ts';
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';

const columns = columnsOf('deskTemplate', deskTemplates.row, { templateId: 'id' });
const sorts = ordersOf('deskTemplate', deskTemplates.list, { name: byName('deskTemplate') });

const findTemplates = queriedList(deskTemplates.list, (db, { patterns }, window, sort) => {
  const all = db.selectFrom('deskTemplate');
  const matching = patterns ? all.where(matchesAll('search', patterns)) : all;
  return { rows: pageOf(matching, all, sorts[sort], window).select(columns), total: cappedCount(matching) };
});

const findTemplate = (db: Db, id: string) =>
  db
    .selectFrom('deskTemplate')
    .where('id', '=', id)
    .select([...columns, 'version'])
    .executeTakeFirstOrThrow(() => notFound('template'));

export const templateRecord: RecordOf<typeof deskTemplates, 'deskTemplate'> = {
  table: 'deskTemplate',
  list: findTemplates,
  get: findTemplate,
  rowOf: (draft) => draft,
};

/** Upper limit of templates. */
const max = 500;

/** Templates by name, at most {@link max}. */
export const findAllTemplates = (db: Db): Promise<DeskTemplate[]> =>
  db
    .selectFrom('deskTemplate')
    .select(['id as templateId', 'name', 'status', 'body', 'followUpHours'])
    .orderBy(sorts.name)
    .limit(max)
    .execute();

/** Templates by id; unknown ones are left out. */
export const findTemplatesById = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('deskTemplate')
    .select(['id', 'name', 'followUpHours'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
