/** SQL of discounts; the tables are small (a tenant has hundreds), newest first by the primary key. */
import { sql } from 'kysely';
import type { listDiscounts } from '#contract/discount.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, likePattern, paginate, offsetOf } from '#platform/list.ts';
import { type Discounted, discountStatus, discountedCourse, discountedPath } from '#shared/pricing.ts';

const status = discountStatus('discount');
const count = (links: string) =>
  sql<number>`(select count(*)::int from ${sql.table(links)} l where l.discount_id = discount.id)`;

const discounts = (db: Db) =>
  db
    .selectFrom('discount')
    .select([
      'id as discountId',
      'name',
      'value as discount',
      'discountType',
      'productType',
      'startDate',
      'endDate',
      'updatedAt',
    ])
    .select([
      status.as('status'),
      sql<number>`${count('discountCourse')} + ${count('discountPath')}`.as('totalAssigned'),
    ]);

export function findDiscounts(db: Db, query: ValidatedInput<typeof listDiscounts>['query']) {
  let matching = discounts(db);
  if (query.search) matching = matching.where('search', 'like', likePattern(query.search));
  if (query.status !== undefined) matching = matching.where(status, '=', query.status);
  const page = matching.orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query));
  return paginate(db, page, cappedCount(matching), query);
}

/** What is assigned, by name. */
const named = ({ discounts: links, table, column }: Discounted) =>
  sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name) order by lower(item.name), item.id)
    from ${sql.table(links)} l join ${sql.table(table)} item on item.id = l.${sql.ref(column)} where l.discount_id = discount.id), '[]')`;

export const findDiscount = oneById((db, id) =>
  discounts(db)
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
