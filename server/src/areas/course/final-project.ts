/** Rules of a course's final project (spec §3, §7; domain.md, Final project). */
import type { createFinalProject, updateFinalProject } from '#contract/course/final.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { findFinalProject } from './queries.ts';

/** Adds the final project of a course; 400 for an unknown course, 409 if it has one. */
export async function addFinalProject(db: Db, project: ValidatedInput<typeof createFinalProject>['body']) {
  const course = await db
    .selectFrom('course')
    .where('id', '=', project.courseId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!course) throw badRequest('There is no such course', 'courseId');
  if (await findFinalProject(db, project.courseId)) throw conflict('This course has a final project already');
  return { id: await insertRecord(db, 'finalProject', project) };
}

/** Locks a course's final project; 404 if it is not a course's (a learning path's is changed with the path). */
async function lockProject(db: Db, id: string, ifMatch: number | null): Promise<number> {
  const project = await db.selectFrom('finalProject').where('id', '=', id).select('courseId').executeTakeFirst();
  if (!project?.courseId) throw notFound('final project');
  return lockForUpdate(db, 'finalProject', id, ifMatch);
}

/** Updates a course's final project; an empty change keeps its version. */
export async function changeFinalProject(
  db: Db,
  id: string,
  change: ValidatedInput<typeof updateFinalProject>['body'],
  ifMatch: number | null,
) {
  const version = await lockProject(db, id, ifMatch);
  if (Object.keys(change).length === 0) return { id, version };
  return { id, ...(await updateRecord(db, 'finalProject', id, change)) };
}

/** Deletes a course's final project; returns its last version. */
export async function removeFinalProject(db: Db, id: string, ifMatch: number | null) {
  const version = await lockProject(db, id, ifMatch);
  await deleteRecord(db, 'finalProject', id);
  return { id, version };
}
