/** Creation of courses: an empty draft, or a copy of another course (domain.md, Course). */
import type { Insertable } from 'kysely';
import { type CourseType, copyName, courseTypeNumber } from '#contract/course/rules.ts';
import { instructor, ProductKind } from '#contract/course/draft.ts';
import { sql } from 'kysely';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { Tables } from '#tables';
import { newSlug } from '#shared/slug.ts';
import { type CopiedTimes, copyCurriculum } from './copying.ts';
import { listColumns } from './queries.ts';

async function insertCourse(db: Db, course: Omit<Insertable<Tables['course']>, 'slug'>) {
  const slug = await newSlug(db, 'course', course.name);
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
  const { id } = rows[0]!;
  // Without `returning`: an instructor sees their own course only after this statement.
  await db
    .insertInto('course')
    .values({ ...course, id, slug })
    .execute();
  return { courseId: id };
}

/** Creates an empty draft. It names its author where instructors see only courses that name them. */
export const addCourse = (db: Db, type: CourseType, name: string, { isNamed, name: author, userId }: Caller) =>
  insertCourse(db, {
    name,
    type: courseTypeNumber[type],
    productKind: type === 'fast-track' ? ProductKind.ACADEMY : ProductKind.FLEXY,
    ...(isNamed && { instructors: JSON.stringify([instructor.parse({ name: author, userId })]) }),
  });

/** Fields of a copy that differ from those of the original. */
interface CopyFields {
  name?: string;
  startDate?: string | null;
  endDate?: string | null;
}

/** Creates a draft with the content of another course, without users, links or attendance; with dates if given. */
export async function copyCourse(db: Db, id: string, fields: CopyFields = {}, times?: CopiedTimes) {
  await lockForUpdate(db, 'course', id, null);
  const content = await db
    .selectFrom('course')
    .where('id', '=', id)
    .select([
      'name',
      'type',
      'thumbnail',
      'category',
      'productKind',
      'deliveryMode',
      'courseKind',
      'price',
      'shiftId',
      'capacity',
      'accessMonths',
      'location',
      'description',
      'learningOutcomes',
      'skills',
      'prerequisites',
      'level',
      'instructors',
      'introVideoUrl',
      'hasCertificate',
      'passingScore',
    ])
    .executeTakeFirstOrThrow();
  const copy = await insertCourse(db, {
    ...content,
    ...listColumns(content),
    name: copyName(content.name),
    ...fields,
    copiedFrom: content.name,
  });
  await copyCurriculum(db, id, copy.courseId, times);
  return copy;
}
