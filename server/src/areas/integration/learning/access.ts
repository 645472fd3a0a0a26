/** Access of a member to products and to what is in a course or learning path, by the rules of the contract (docs/decisions/0101). */
import { sql } from 'kysely';
import type { AccessProduct } from '#contract/access/endpoints.ts';
import { type Holding, opennessOfProduct } from '#contract/access/openness.ts';
import { opennessOf } from '#contract/course/lesson-access.ts';
import type { getMemberCourse, getMemberPath } from '#contract/integration/contents.ts';
import type { getMemberAccess } from '#contract/integration/learning.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { lastDayOfCourse, lastDayOfPath } from '#shared/access/term.ts';
import { coursesOf } from '#shared/courses-of.ts';
import { findSections } from '#shared/course-sections.ts';
import { progressOfMember } from '#shared/progress.ts';
import { memberOfAddress } from '../members/service.ts';

interface Held extends Holding {
  productType: AccessProduct;
  productId: string;
  isActive: boolean;
}

const course = sql`case when course.id is not null then json_build_object('type', course.type, 'isPublished', course.is_published,
  'startDate', course.start_date, 'endDate', course.end_date) end`;
const lastDay = sql`case product_type when 'courses' then ${lastDayOfCourse(sql`member.id`, sql`course.id`)}
  when 'learning paths' then ${lastDayOfPath(sql`member.id`, sql`path.id`)} end`;
const periods = sql`case when plan.id is not null then coalesce((select json_agg(json_build_object('startDate', start_date,
    'endDate', end_date, 'isCancelled', cancelled_at is not null)) from subscription where user_id = member.id and plan_id = plan.id), '[]') end`;

/** Products of a member, in one query; `productId`: only this one. */
async function findHoldings(db: Db, userId: string, productId: string | null): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with held (product_type, product_id) as (
        select 'courses', course_id from ${coursesOf(userId)} own
        union select 'learning paths', path_id from learning_path_user where user_id = ${userId}
        union select 'subscriptions', plan_id from subscription where user_id = ${userId}),
      ordered as (
        select distinct on (product_type, product_id) product_type, product_id,
          json_build_object('invoiceNumber', invoice_number, 'isPaid', status = 'paid') as "order"
        from "order" join order_item on order_id = "order".id
        where user_id = ${userId} and status in ('unpaid', 'pending', 'paid')
        order by product_type, product_id, "order".created_at desc, "order".id desc)
    select product_type, product_id, member.status = 1 as is_active, held is not null as is_held, "order", ${course} as course, ${lastDay} as access_ends_on,
      case when path.id is not null then json_build_object('isPublished', path.is_published) end as path, ${periods} as periods
    from held full join ordered using (product_type, product_id) join "user" member on member.id = ${userId}
      left join course on product_type = 'courses' and course.id = product_id
      left join learning_path path on product_type = 'learning paths' and path.id = product_id
      left join subscription_plan plan on product_type = 'subscriptions' and plan.id = product_id
    where num_nonnulls(course.id, path.id, plan.id) = 1 and coalesce(product_id = ${productId}, true)
    order by product_type, product_id`.execute(db);
  return rows;
}

const opennessNow = (holding: Held, now: Date) =>
  opennessOfProduct(holding, { isActive: holding.isActive, today: jakartaDay(now) });

/** All that a member has or ordered; 404 for an unknown member. */
export async function accessOfMember(db: Db, externalId: string): Promise<Reply<typeof getMemberAccess>> {
  const holdings = await findHoldings(db, await memberOfAddress(db, externalId), null);
  const now = new Date();
  return {
    items: holdings.map((holding) => ({
      productType: holding.productType,
      productId: holding.productId,
      ...opennessNow(holding, now),
    })),
  };
}

const findPositions = async (db: Db, userId: string, courseId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; seconds: number }>`select lesson.id, seconds from course_section section
    join lesson on lesson.section_id = section.id join lesson_position own on own.lesson_id = lesson.id and own.user_id = ${userId}
    where section.course_id = ${courseId}`.execute(db);
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
};

/** Name and final project of a course or learning path. */
const findProduct = (db: Db, table: 'course' | 'learningPath', id: string) =>
  db
    .selectFrom(table)
    .leftJoin('finalProject', table === 'course' ? 'finalProject.courseId' : 'finalProject.pathId', `${table}.id`)
    .where(`${table}.id`, '=', id)
    .select([`${table}.name`, 'finalProject.description', 'finalProject.passingScore'])
    .executeTakeFirstOrThrow()
    .then(({ name, description, passingScore }) => ({
      name,
      finalProject: description === null || passingScore === null ? null : { description, passingScore },
    }));

/** Course with its items for a member; 404 if they do not have it. */
export async function accessToCourse(
  db: Db,
  { externalId, courseId }: { externalId: string; courseId: string },
): Promise<Reply<typeof getMemberCourse>> {
  const userId = await memberOfAddress(db, externalId);
  const { completed, passed, drip } = await progressOfMember(db, courseId, userId);
  const now = new Date();
  const [holding] = await findHoldings(db, userId, courseId);
  const whole = opennessNow(holding!, now);
  const done = new Set(completed);
  const positions = await findPositions(db, userId, courseId);
  const sections = await findSections(db, courseId);
  const openness = new Map(
    opennessOf({ sections, drip }, { completed: done, passed: new Set(passed) }, now).map((one) => [one.item, one]),
  );
  return {
    ...(await findProduct(db, 'course', courseId)),
    ...whole,
    sections: sections.map((section) => ({
      ...section,
      items: section.items.map((item) => {
        const { isOpen, reason } = openness.get(item)!;
        const why = whole.reason ?? reason;
        const position = positions.get(item.id);
        return {
          ...item,
          open: whole.open && isOpen,
          isDone: done.has(item.id),
          ...(why && { reason: why }),
          ...(position !== undefined && { position }),
        };
      }),
    })),
  };
}

/** Learning path with its courses for a member; 404 if they do not have it. */
export async function accessToPath(
  db: Db,
  { externalId, pathId }: { externalId: string; pathId: string },
): Promise<Reply<typeof getMemberPath>> {
  const holdings = await findHoldings(db, await memberOfAddress(db, externalId), null);
  const now = new Date();
  const opennessById = new Map(holdings.map((one) => [one.productId, opennessNow(one, now)]));
  if (!holdings.some(({ productId, isHeld }) => productId === pathId && isHeld)) throw notFound('learning path');
  const courses = await db
    .selectFrom('learningPathCourse as part')
    .innerJoin('course', 'course.id', 'part.courseId')
    .where('part.pathId', '=', pathId)
    .orderBy('part.position')
    .select(['course.id as courseId', 'course.name'])
    .execute();
  const quiz = await db.selectFrom('quiz').where('pathId', '=', pathId).select('id').executeTakeFirst();
  return {
    ...(await findProduct(db, 'learningPath', pathId)),
    ...opennessById.get(pathId)!,
    courses: courses.map((one) => ({ ...one, ...opennessById.get(one.courseId)! })),
    quizId: quiz?.id ?? null,
  };
}
