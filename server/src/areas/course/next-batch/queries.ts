/** SQL of the next batch of a course: what in it has dates, its discounts, and a fingerprint of all that is copied. */
import { sql } from 'kysely';
import type { DatedKind } from '#contract/course/schedule/batch-plan.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';

/** Course with what its classes need; `room`: of an onsite course. */
export const findOriginal = (db: Db, id: string) =>
  db
    .selectFrom('course')
    .where('id', '=', id)
    .select(['name', 'type', 'startDate', 'endDate'])
    .select([
      sql<string[]>`array(select trim(one ->> 'name') from jsonb_array_elements(instructors) one
        where trim(one ->> 'name') <> '')`.as('instructors'),
      sql<string | null>`case delivery_mode when 'offline' then nullif(trim(location), '') end`.as('room'),
    ])
    .executeTakeFirstOrThrow(() => notFound('course'));

/** Section, lesson or discount with dates. */
export interface DatedRow {
  kind: DatedKind;
  id: string;
  name: string;
  startAt: string | null;
  endAt: string | null;
  /** Its own for a discount. */
  sectionId: string;
  /** A class: a live lesson with its own time, or a section whose live lessons follow it, or that has none. */
  isClass: boolean;
  /** Room of its own. */
  room: string | null;
}

/** Sections and lessons with times of their own, in the order of the course. */
export async function findDates(db: Db, courseId: string): Promise<DatedRow[]> {
  const live = sql`lesson.type = 'LIVE_CLASS'`;
  const { rows } = await sql<DatedRow>`
    select 'section' as kind, section.id, section.name, section.start_at, section.end_at, section.id as section_id,
      coalesce(bool_or(lesson.start_at is null), true) as is_class, max(nullif(trim(lesson.location), '')) as room,
      section.position, 0 as place
      from course_section section left join lesson on lesson.section_id = section.id and ${live}
      where course_id = ${courseId} and section.start_at is not null group by section.tenant, section.id
    union all
    select 'lesson', lesson.id, lesson.name, lesson.start_at, lesson.end_at, section.id, ${live}, nullif(trim(lesson.location), ''),
      section.position, item.position
      from course_section section join lesson on lesson.section_id = section.id
        join section_item item on item.kind = 'lesson' and item_id = lesson.id
      where course_id = ${courseId} and (lesson.start_at is not null or lesson.end_at is not null)
    order by position, place`.execute(db);
  return rows;
}

/** Discounts of a course by their start; `isShared`: other courses have it too. */
export const findDiscounts = (db: Db, courseId: string) =>
  db
    .selectFrom('discount')
    .innerJoin('discountCourse as own', 'own.discountId', 'discount.id')
    .where('own.courseId', '=', courseId)
    .orderBy(sql`start_date nulls first, discount.id`)
    .select(['discount.id', 'discount.name', 'discount.startDate as startAt', 'discount.endDate as endAt'])
    .select(
      sql<boolean>`exists (select from discount_course other where other.discount_id = discount.id and other.course_id <> own.course_id)`.as(
        'isShared',
      ),
    )
    .execute();

/** Locks the parts of a locked course against changes, in the order in which moves lock them. */
export async function lockParts(db: Db, courseId: string): Promise<void> {
  await sql`select from course_section where course_id = ${courseId} order by id for share`.execute(db);
  await sql`select from lesson where section_id = any(array(select id from course_section where course_id = ${courseId}))
    order by id for share`.execute(db);
}

/** Fingerprint of a course with its parts, their order, members, discounts and vouchers: another one means a change. */
export async function fingerprintOf(db: Db, courseId: string): Promise<string> {
  const versions = (rows: ReturnType<typeof sql>) =>
    sql`(select string_agg(part.id || ' ' || part.version, ',' order by part.id) from ${rows})`;
  const of = sql`section.course_id = ${courseId}`;
  const { rows } = await sql<{ print: string }>`select md5(concat_ws(';', course.version, course.total_members,
      ${versions(sql`course_section part where part.course_id = ${courseId}`)},
      ${versions(sql`lesson part join course_section section on section.id = part.section_id where ${of}`)},
      ${versions(sql`quiz part join course_section section on section.id = part.section_id where ${of}`)},
      ${versions(sql`question part join quiz on quiz.id = quiz_id join course_section section on section.id = quiz.section_id where ${of}`)},
      ${versions(sql`final_project part where part.course_id = ${courseId}`)},
      (select string_agg(item_id::text, ',' order by section_id, item.position) from section_item item
        join course_section section on section.id = section_id where ${of}),
      ${versions(sql`discount part join discount_course link on link.discount_id = part.id where link.course_id = ${courseId}`)},
      (select count(*) from discount_course own join discount_course other using (tenant, discount_id) where own.course_id = ${courseId}),
      (select string_agg(voucher_id::text, ',' order by voucher_id) from voucher_course where course_id = ${courseId})
    )) as print from course where id = ${courseId}`.execute(db);
  return rows[0]?.print ?? '';
}

/** Copies a discount for a new course, with another name and period, as switched on as it is; returns it. */
export async function copyDiscount(
  db: Db,
  { id, name, startAt, endAt }: { id: string; name: string; startAt: string | null; endAt: string | null },
  courseId: string,
): Promise<{ id: string; isActive: boolean }> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    with made as (insert into discount (name, value, discount_type, product_type, start_date, end_date, is_active)
      select ${name}, value, discount_type, product_type, ${startAt}::timestamptz, ${endAt}::timestamptz, is_active
      from discount where id = ${id} returning id, is_active),
    linked as (insert into discount_course (discount_id, course_id) select id, ${courseId}::uuid from made)
    select id, is_active from made`.execute(db);
  return rows[0]!;
}

/** Deletes the discounts that a course alone has. */
export const deleteDiscounts = (db: Db, courseId: string) =>
  db
    .deleteFrom('discount')
    .where('id', 'in', db.selectFrom('discountCourse').where('courseId', '=', courseId).select('discountId'))
    .where(
      sql<boolean>`not exists (select from discount_course other where other.discount_id = discount.id and other.course_id <> ${courseId})`,
    )
    .execute();
