/** Rules of project submissions and their review (spec §3, §5, §7; domain.md, Submission). */
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { getSubmission, listUserSubmissions, reviewSubmission } from '#contract/submission/endpoints.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { countReadyLater } from '#shared/certificates-ready.ts';
import { personPatterns } from '#shared/person-search.ts';
import { findUserSubmissions, withGrade, submissionById } from './queries.ts';

/** Submission with its grade, and the latest 50 attempts of its member for its product, itself included. */
export async function submissionDetail(db: Db, id: string): Promise<Reply<typeof getSubmission>> {
  const { attempts, ...submission } = await submissionById(db, id);
  return { ...withGrade(submission), attempts: attempts.map(withGrade) };
}

/** Page of a user's submissions; 404 if the tenant has no such user. */
export async function userSubmissions(
  db: Db,
  userId: string,
  { page, pageSize, search, ...filter }: ValidatedInput<typeof listUserSubmissions>['query'],
): Promise<Reply<typeof listUserSubmissions>> {
  const user = await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw notFound('user');
  const patterns = personPatterns(search);
  const { rows, head } = await findUserSubmissions(db, { userId, patterns, ...filter }, { page, pageSize });
  return { ...head, projects: rows.map(withGrade) };
}

interface Review extends Pick<ValidatedInput<typeof reviewSubmission>, 'body'> {
  by: string;
  ifMatch: number | null;
}

/** Saves a review; 404 if the submission does not exist, 412 if it has changed. */
export async function review(
  db: Db,
  id: string,
  { body: { reviewScore, reviewNote }, by, ifMatch }: Review,
): Promise<Reply<typeof reviewSubmission>> {
  await lockForUpdate(db, 'projectSubmission', id, ifMatch);
  const { version } = await updateRecord(db, 'projectSubmission', id, {
    status: 'checked',
    reviewScore,
    ...(reviewNote !== undefined && { reviewNote }),
    reviewedBy: by,
    reviewedAt: new Date().toISOString(),
  });
  const { courseId } = await db
    .selectFrom('projectSubmission')
    .select('courseId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (courseId) await countReadyLater(db, courseId);
  return { id, version, status: 'checked', ...withGrade({ reviewScore }) };
}
