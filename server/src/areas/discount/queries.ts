/** SQL of discounts; the tables are small (a tenant has hundreds), newest first by the primary key. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment.ts';
import { discounts } from '#contract/discount.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { recordById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pageOf, queriedList } from '#platform/list.ts';
import { countItems, namedItems } from '#shared/assignment-link.ts';
import { discountStatus } from '#shared/pricing.ts';

const status = discountStatus('discount');
const { discountCourses, discountPaths } = assignments;

const columns = columnsOf('discount', discounts.row, {
  discountId: 'id',
  discount: 'value',
  status,
  totalAssigned: sql<number>`${countItems(discountCourses)} + ${countItems(discountPaths)}`,
});

export const findDiscounts = queriedList(discounts.list, (db, { pattern, status: wanted }, window) => {
  const discounts = db.selectFrom('discount');
  let matching = discounts;
  if (pattern) matching = matching.where('search', 'like', pattern);
  if (wanted !== undefined) matching = matching.where(status, '=', wanted);
  return { rows: pageOf(matching, discounts, sql`id desc`, window).select(columns), total: cappedCount(matching) };
});

export const findDiscount = recordById('discount', (db, id) =>
  db
    .selectFrom('discount')
    .select(columns)
    .select([
      'version',
      namedItems(discountCourses).as('assignedCourses'),
      namedItems(discountPaths).as('assignedPaths'),
    ])
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
