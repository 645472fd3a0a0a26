/** SQL of discounts; the tables are small (a tenant has hundreds), newest first by the primary key. */
import { type RawBuilder, sql } from 'kysely';
import { DiscountStatus, type listDiscounts } from '#contract/discount.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, likePattern, paginate, offsetOf } from '#platform/list.ts';

type Status = (typeof DiscountStatus)[keyof typeof DiscountStatus];

/** The status people see: the switch, and for an active discount its period (domain.md, Discount). */
const status: RawBuilder<Status> = sql`case when not is_active then ${sql.lit(DiscountStatus.INACTIVE)}
  when end_date <= now() then ${sql.lit(DiscountStatus.EXPIRED)} when start_date > now() then ${sql.lit(DiscountStatus.SCHEDULED)}
  else ${sql.lit(DiscountStatus.ACTIVE)} end`;

const courses = sql<number>`(select count(*)::int from discount_course l where l.discount_id = discount.id)`;
const paths = sql<number>`(select count(*)::int from discount_path l where l.discount_id = discount.id)`;

const discounts = (db: Db) =>
  db
    .selectFrom('discount')
    .select([
      'id as discountId',
      'name',
      'discount',
      'discountType',
      'productType',
      'startDate',
      'endDate',
      'updatedAt',
    ])
    .select([status.as('status'), sql<number>`${courses} + ${paths}`.as('totalAssigned')]);

export function findDiscounts(db: Db, query: ValidatedInput<typeof listDiscounts>['query']) {
  let matching = discounts(db);
  if (query.search) matching = matching.where('search', 'like', likePattern(query.search));
  if (query.status !== undefined) matching = matching.where(status, '=', query.status);
  const page = matching.orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query));
  return paginate(db, page, cappedCount(matching), query);
}

export const findDiscount = oneById((db, id) =>
  discounts(db)
    .select(['version', courses.as('assignedCourses'), paths.as('assignedPaths')])
    .where('id', '=', id),
);

/** Locks every product of a discount in one order, so that two checks of the same product wait for each other. */
export async function lockProducts(db: Db, discountId: string): Promise<void> {
  await sql`select id from course where id in (select course_id from discount_course where discount_id = ${discountId}) order by id for no key update`.execute(
    db,
  );
  await sql`select id from learning_path where id in (select path_id from discount_path where discount_id = ${discountId}) order by id for no key update`.execute(
    db,
  );
}

interface Clash {
  product: string;
  discount: string;
}

/**
 * Products of `discountId`, and of `extra` about to be assigned, that another active discount holds in an overlapping
 * time;
 * none when either has ended. At most `most`. The discount's own switch does not matter: the caller asks because it is,
 * or will be, on.
 */
export async function findClashes(
  db: Db,
  discountId: string,
  extra: readonly string[],
  most: number,
): Promise<Clash[]> {
  const clashing = (link: string, item: string, items: string) => sql`
    select product.name as product, other.name as discount
    from discount mine, discount other join ${sql.table(link)} held on held.discount_id = other.id join ${sql.table(items)} product on product.id = held.${sql.ref(item)}
    where mine.id = ${discountId} and other.id <> mine.id and other.is_active and (mine.end_date is null or mine.end_date > now()) and (other.end_date is null or other.end_date > now())
      and tstzrange(mine.start_date, mine.end_date) && tstzrange(other.start_date, other.end_date)
      and (product.id = any(${extra}::uuid[]) or exists (
        select 1 from ${sql.table(link)} own where own.discount_id = mine.id and own.${sql.ref(item)} = product.id))`;
  const found =
    await sql<Clash>`${clashing('discountCourse', 'courseId', 'course')} union all ${clashing('discountPath', 'pathId', 'learningPath')}
    order by product limit ${most}`.execute(db);
  return found.rows;
}

/** Unlinks every product; answers how many there were. */
export async function unlinkProducts(db: Db, discountId: string): Promise<number> {
  const [coursesGone] = await db.deleteFrom('discountCourse').where('discountId', '=', discountId).execute();
  const [pathsGone] = await db.deleteFrom('discountPath').where('discountId', '=', discountId).execute();
  return Number(coursesGone?.numDeletedRows ?? 0) + Number(pathsGone?.numDeletedRows ?? 0);
}
