/**
 * Publishing rules: published records must stay complete. Call these after removing something from a course or learning
 * path, in the same transaction; database triggers are the safety net (`stay_published`).
 */
import { sql } from 'kysely';
import { missingForPublishing } from '#contract/course/rules.ts';
import { missingForPathPublishing } from '#contract/learning-path/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';

type Publishable = Parameters<typeof missingForPublishing>[0];
type Lack = { path: string; label: string };

const named = (missing: readonly Lack[]) => new Intl.ListFormat('en').format(missing.map(({ label }) => label));

const lacking = (message: string, missing: readonly Lack[]) =>
  new HttpError(409, message, { errors: missing.map(({ path, label }) => ({ path, message: `Needs ${label}` })) });

/** 409 with all requirements that a course about to be published does not meet, with their paths. */
export function refuseUnready(course: Publishable): void {
  const missing = missingForPublishing(course);
  if (missing.length > 0) throw lacking(`This course needs ${named(missing)} to be published`, missing);
}

/** 409 with all requirements that a learning path about to be published does not meet, with their paths. */
export function refuseUnreadyPath(path: Parameters<typeof missingForPathPublishing>[0]): void {
  const missing = missingForPathPublishing(path);
  if (missing.length > 0) throw lacking(`This learning path needs ${named(missing)} to be published`, missing);
}

/**
 * 409 if a published course is no longer complete; drafts may lack anything. Locks the course, so that it is not
 * published meanwhile. Call it after removing or moving a section, lesson or quiz.
 */
export async function refuseIncompleteCourse(db: Db, courseId: string): Promise<void> {
  const course = await db
    .selectFrom('course')
    .where('id', '=', courseId)
    .select(['isPublished', 'thumbnail', 'category'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!course?.isPublished) return;
  const sections = await db
    .selectFrom('courseSection')
    .where('courseId', '=', courseId)
    .select(
      sql<{ kind: string }[]>`coalesce((select json_agg(json_build_object('kind', i.kind))
        from section_item i where i.section_id = course_section.id), '[]')`.as('items'),
    )
    .execute();
  refuseUnfit('course', missingForPublishing({ ...course, sections }));
}

/** 409 if a published learning path is no longer complete; locks it. Call it after removing a course. */
export async function refuseIncompletePath(db: Db, pathId: string): Promise<void> {
  const path = await db
    .selectFrom('learningPath')
    .where('id', '=', pathId)
    .select('isPublished')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!path?.isPublished) return;
  const { totalCourses } = await db
    .selectFrom('learningPathCourse')
    .where('pathId', '=', pathId)
    .select(sql<number>`count(*)::int`.as('totalCourses'))
    .executeTakeFirstOrThrow();
  refuseUnfit('learning path', missingForPathPublishing({ totalCourses }));
}

function refuseUnfit(thing: string, missing: readonly Lack[]): void {
  if (missing.length > 0)
    throw lacking(
      `This ${thing} is published; it would lack ${named(missing)}. Unpublish it first, or add another`,
      missing,
    );
}
