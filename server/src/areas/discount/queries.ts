/** SQL of discounts; the tables are small (a tenant has hundreds), newest first by the primary key. */
import { sql } from 'kysely';
import type { listDiscounts } from '#contract/discount.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import { type Values, oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, compiledList, likePattern, pageOf } from '#platform/list.ts';
import { type Discounted, discountStatus, discountedCourse, discountedPath } from '#shared/pricing.ts';

const status = discountStatus('discount');
const count = (links: string) =>
  sql<number>`(select count(*)::int from ${sql.table(links)} l where l.discount_id = discount.id)`;

const fields = [
  'id as discountId',
  'name',
  'value as discount',
  'discountType',
  'productType',
  'startDate',
  'endDate',
  'updatedAt',
  status.as('status'),
  sql<number>`${count('discountCourse')} + ${count('discountPath')}`.as('totalAssigned'),
] as const;

type DiscountQuery = ValidatedInput<typeof listDiscounts>['query'];

interface Filters extends Values {
  pattern: string | undefined;
  wanted: DiscountQuery['status'];
}

const discountPage = compiledList((db, { pattern, wanted }: Filters, window) => {
  const discounts = db.selectFrom('discount');
  let matching = discounts;
  if (pattern) matching = matching.where('search', 'like', pattern);
  if (wanted !== undefined) matching = matching.where(status, '=', wanted);
  return { rows: pageOf(matching, discounts, sql`id desc`, window).select(fields), total: cappedCount(matching) };
});

export const findDiscounts = (db: Db, query: DiscountQuery) =>
  discountPage(
    db,
    { pattern: query.search ? likePattern(query.search) : undefined, wanted: query.status },
    query,
    undefined,
  );

/** What is assigned, by name. */
const named = ({ discounts: links, table, column }: Discounted) =>
  sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name) order by lower(item.name), item.id)
    from ${sql.table(links)} l join ${sql.table(table)} item on item.id = l.${sql.ref(column)} where l.discount_id = discount.id), '[]')`;

export const findDiscount = oneById((db, id) =>
  db
    .selectFrom('discount')
    .select(fields)
    .select(['version', named(discountedCourse).as('assignedCourses'), named(discountedPath).as('assignedPaths')])
    .where('id', '=', id),
);

export const findSettings = (db: Db, id: string) =>
  db.selectFrom('discount').select(['isActive', 'productType']).where('id', '=', id).executeTakeFirstOrThrow();

/** Locks every product of a discount in one order, so that two checks of the same product wait for each other. */
export async function lockProducts(db: Db, discountId: string): Promise<void> {
  await sql`select id from course where id in (select course_id from discount_course where discount_id = ${discountId}) order by id for no key update`.execute(
    db,
  );
  await sql`select id from learning_path where id in (select path_id from discount_path where discount_id = ${discountId}) order by id for no key update`.execute(
    db,
  );
}

/** Unlinks every product; answers how many there were. */
export async function unlinkProducts(db: Db, discountId: string): Promise<number> {
  const [coursesGone] = await db.deleteFrom('discountCourse').where('discountId', '=', discountId).execute();
  const [pathsGone] = await db.deleteFrom('discountPath').where('discountId', '=', discountId).execute();
  return Number(coursesGone?.numDeletedRows ?? 0) + Number(pathsGone?.numDeletedRows ?? 0);
}
