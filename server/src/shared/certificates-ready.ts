/**
 * Number of members of each course who meet the certificate rules and have no certificate (docs/decisions/0086): a
 * stored count, so that lists sort by it and the start page reads it by an index.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { failedRules } from '#contract/certificate/rules.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { findFigures } from './certificate-figures.ts';

/** Definition of the job without its work, which is in areas/certificate/jobs.ts. Without a course, it counts all. */
export const readyJob = { name: 'count-ready', ids: z.object({ courseId: id.optional() }) } as const;

/** Courses counted by one statement. */
const atOnce = 25;

/** Requests a new count of a course whose members have come further, or have got certificates. */
export const countReadyLater = (db: Db, courseId: string): Promise<void> => enqueue(db, readyJob, { courseId });

/**
 * Stores how often each of these courses is among `ready`, which has a course for each ready member. Conditions name the
 * tenant, because the demo is filled as the owner of the tables.
 */
export const storeReady = (db: Db, courseIds: readonly string[], ready: readonly string[]) =>
  sql`update certificate_ready stored set ready = counted.ready
    from (select course.id, count(one.id)::int as ready from unnest(${courseIds}::uuid[]) course (id)
      left join unnest(${ready}::uuid[]) one (id) on one.id = course.id group by course.id) counted
    where stored.tenant = current_tenant() and stored.course_id = counted.id and stored.ready <> counted.ready`.execute(
    db,
  );

async function countSome(db: Db, courses: readonly { id: string; passingScore: number }[]): Promise<void> {
  const ids = courses.map((course) => course.id);
  const terms = new Map(courses.map((course) => [course.id, { ...course, hasCertificate: true }]));
  const members = await findFigures(db, ids, { onlyComplete: true });
  const ready = members.filter((figures) => failedRules(terms.get(figures.courseId)!, figures).length === 0);
  const courseOf = ({ courseId }: { courseId: string }) => courseId;
  await storeReady(db, ids, ready.map(courseOf));
}

/** Counts again: one course, or all that have certificates, some at a time. */
export async function countReady(db: Db, courseId?: string): Promise<void> {
  const { rows } = await sql<{ id: string; passingScore: number }>`select id, passing_score from course
    where tenant = current_tenant() and has_certificate ${courseId === undefined ? sql`` : sql`and id = ${courseId}`}
    order by id`.execute(db);
  for (let at = 0; at < rows.length; at += atOnce) await countSome(db, rows.slice(at, at + atOnce));
}
