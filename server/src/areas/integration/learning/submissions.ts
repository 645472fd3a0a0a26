/** Submissions of final projects with their files: into the queue of reviews. */
import { sql } from 'kysely';
import { handInConflict } from '#contract/submission/rules.ts';
import type { addSubmission } from '#contract/integration/learning.ts';
import type { Reply, Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type FileType, fileKinds, fileTypes } from '#contract/kernel/upload.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { checkContent } from '#platform/storage/content.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import { reencode } from '#platform/storage/picture.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { endOfAccess } from '#shared/access/term.ts';
import { coursesOpenTo, pathsOpenTo } from '#shared/courses-of.ts';
import { memberIdOf } from '../members/service.ts';
import { lockMember } from './lock-member.ts';

type Body = ValidatedInput<typeof addSubmission>['body'];
type Answer = Reply<typeof addSubmission>;

interface ReceivedFile {
  name: string;
  bytes: Buffer;
}

/** Folder of the files in the store. */
const prefix = 'submission';

/** Type by the ending of the name; 400 unless it is an attachment or a picture. */
function typeOfName(name: string): FileType {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1]?.replace('jpeg', 'jpg');
  const type = fileTypes.find(({ extension }) => extension === ending);
  if (type?.kind === 'attachment' || type?.kind === 'image') return type;
  throw badRequest(`${fileKinds.attachment.words}. ${fileKinds.image.words}`, 'file');
}

/** Checks a file by its content, and stores it; returns its address. */
export async function storeFile(
  db: Db,
  storage: Storage,
  tenant: Tenant,
  { name, bytes }: ReceivedFile,
): Promise<string> {
  const type = typeOfName(name);
  if (bytes.length > type.max) throw new HttpError(413, type.words);
  await checkContent({ size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length) }, type);
  const content = type.kind === 'image' ? await reencode(bytes, type) : bytes;
  return (await storeGenerated(db, storage, { tenant, prefix, name, type, content })).url;
}

const columnOf = ({ productType }: Pick<Body, 'productType'>) => (productType === 'courses' ? 'courseId' : 'pathId');

/** Stored submission with the external id; 409 if it is another one. */
async function findStored(db: Db, body: Body, userId: string): Promise<Answer | undefined> {
  const stored = await db
    .selectFrom('projectSubmission')
    .where('externalId', '=', body.externalId)
    .select(['id as submissionId', 'attempt', 'status', 'submittedAt', 'userId', 'courseId', 'pathId'])
    .executeTakeFirst();
  if (stored && (stored.userId !== userId || stored[columnOf(body)] !== body.productId))
    throw conflict('Another submission has this external id', 'externalId');
  return stored;
}

/** 400 for an unknown product, 409 if the member cannot hand in its project now. */
async function refuse(db: Db, { productType, productId, submittedAt }: Body, userId: string): Promise<void> {
  const isCourse = productType === 'courses';
  const column = sql.ref(isCourse ? 'course_id' : 'path_id');
  const { rows } = await sql<{
    passingScore: number | null;
    isTheirs: boolean;
    latest: Parameters<typeof handInConflict>[0] | null;
  }>`
    select (select passing_score from final_project where ${column} = product.id) as passing_score,
      product.id in ${(isCourse ? coursesOpenTo : pathsOpenTo)(userId, submittedAt)} as is_theirs,
      (select json_build_object('attempt', attempt, 'status', status, 'reviewScore', review_score) from project_submission
        where ${column} = product.id and user_id = ${userId} order by attempt desc limit 1) as latest
    from ${sql.table(isCourse ? 'course' : 'learning_path')} product where id = ${productId}`.execute(db);
  const [found] = rows;
  if (!found) throw badRequest(`There is no such ${isCourse ? 'course' : 'learning path'}`, 'productId');
  if (!found.isTheirs) {
    const ended = await endOfAccess(db, userId, { [isCourse ? 'courseId' : 'pathId']: productId });
    throw conflict(ended || 'The member does not have this product', 'member');
  }
  if (found.passingScore === null) throw conflict('This product has no final project', 'productId');
  const reason = handInConflict(found.latest ?? undefined, found.passingScore);
  if (reason) throw conflict(reason, 'productId');
}

/** Reply of a stored submission; otherwise undefined, if it may be handed in. */
export async function beforeStoring(db: Db, body: Body, hasFile: boolean): Promise<Answer | undefined> {
  const userId = await memberIdOf(db, body.member, 'member');
  const stored = await findStored(db, body, userId);
  if (stored) return stored;
  if (!hasFile && body.submissionUrl === undefined) throw badRequest('Send a link or a file', 'submissionUrl');
  await refuse(db, body, userId);
  return undefined;
}

/** Adds the submission, or returns the stored one with the same external id. */
export async function addOne(db: Db, body: Body, fileUrl: string | null): Promise<Answer> {
  const userId = await memberIdOf(db, body.member, 'member');
  await lockMember(db, userId);
  const stored = await findStored(db, body, userId);
  if (stored) return stored;
  await refuse(db, body, userId);
  const { externalId, productId, note, submissionUrl = null, submittedAt = null } = body;
  const column = columnOf(body);
  return db
    .insertInto('projectSubmission')
    .values({
      externalId,
      userId,
      [column]: productId,
      note,
      submissionUrl,
      fileUrl,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from project_submission
        where user_id = ${userId} and ${sql.ref(column === 'courseId' ? 'course_id' : 'path_id')} = ${productId})`,
      submittedAt: sql<string>`least(${submittedAt}::timestamptz, now())`,
    })
    .returning(['id as submissionId', 'attempt', 'status', 'submittedAt'])
    .executeTakeFirstOrThrow();
}
