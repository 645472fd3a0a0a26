/** Rules of requests for personal data: noting, withdrawing, and beginning a dossier or an erasure. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Reply, Tenant } from '#contract/kernel/endpoint.ts';
import { type listPrivacyRequests, type notePrivacyRequest, privacyHours } from '#contract/user/privacy.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions } from '#platform/session/session.ts';
import { findProfile } from '../queries.ts';
import { countRows } from './erasure.ts';
import { dossierJob, erasureJob } from './jobs.ts';
import { findPerson } from './person.ts';

interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  request: FastifyRequest;
}

/** Account that a request can be about. 409 if its data was erased; 403 for staff unless the caller is a superadmin. */
async function findAccount(db: Db, id: string, caller: Caller) {
  const { erasedAt, role, ...account } = await db
    .selectFrom('user')
    .where('id', '=', id)
    .select(['id', 'email', 'role', 'erasedAt', 'mergedInto'])
    .executeTakeFirstOrThrow(() => notFound('user'));
  if (role !== 'member' && caller.role !== 'superadmin')
    throw new HttpError(403, 'Only a superadmin may answer requests of staff');
  if (erasedAt) throw conflict('The data of this person was erased');
  return account;
}

export async function requestsOf(db: Db, userId: string): Promise<Reply<typeof listPrivacyRequests>> {
  await findProfile(db, userId);
  const { rows: requests } = await sql<Reply<typeof listPrivacyRequests>['requests'][number]>`
    select request.id as request_id, kind, state, asked_at, asked_at + make_interval(hours => ${privacyHours}) as due_at, noter.name as noted_by,
      finished_at, error, file_url is not null as has_file, report
    from privacy_request request left join "user" noter on noter.id = noted_by
    where user_id = ${userId} order by request.id desc limit 100`.execute(db);
  return { requests };
}

export async function note(
  { db, caller }: Pick<Work, 'db' | 'caller'>,
  userId: string,
  { kind, askedAt }: ValidatedInput<typeof notePrivacyRequest>['body'],
) {
  await lockForUpdate(db, 'user', userId, null);
  const { mergedInto } = await findAccount(db, userId, caller);
  if (mergedInto) throw conflict('This account was merged into another; note the request there');
  if (Date.parse(askedAt) > Date.now()) throw badRequest('In the future', 'askedAt');
  const noted = await db
    .insertInto('privacyRequest')
    .values({ userId, kind, askedAt, notedBy: caller.userId })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!noted)
    throw conflict(`There is a request for ${kind === 'dossier' ? 'a dossier' : 'an erasure'} that waits`, 'kind');
  return { requestId: noted.id };
}

/** Locks a request that waits, of one kind or any; 409 if it does not wait. */
async function lockOpen(db: Db, id: string, caller: Caller, kind?: 'dossier' | 'erasure') {
  await lockForUpdate(db, 'privacyRequest', id, null);
  const request = await db
    .selectFrom('privacyRequest')
    .where('id', '=', id)
    .select(['userId', 'kind', 'state', 'fileUrl'])
    .executeTakeFirstOrThrow();
  if (kind && request.kind !== kind)
    throw badRequest(`This is a request for ${kind === 'dossier' ? 'an erasure' : 'a dossier'}`);
  const account = await findAccount(db, request.userId, caller);
  if (request.state !== 'open') throw conflict('This request does not wait any more');
  return { ...request, account };
}

const setState = (db: Db, id: string, state: 'running' | 'withdrawn') =>
  sql`update privacy_request set state = ${state}, error = null, finished_at = case when ${state} = 'withdrawn' then now() end
    where id = ${id}`.execute(db);

export async function withdraw({ db, caller }: Pick<Work, 'db' | 'caller'>, id: string) {
  await lockOpen(db, id, caller);
  await setState(db, id, 'withdrawn');
  return { requestId: id };
}

const record = (
  { db, tenant, caller, request }: Work,
  kind: 'dossier-begun' | 'dossier-read' | 'erasure-begun',
  userId: string,
) => securityEvent({ db, request }, { kind, tenant, userId, byUserId: caller.userId });

export async function beginDossier(work: Work, id: string) {
  const { userId } = await lockOpen(work.db, id, work.caller, 'dossier');
  await setState(work.db, id, 'running');
  await enqueue(work.db, dossierJob, { requestId: id });
  await record(work, 'dossier-begun', userId);
  return { requestId: id };
}

export async function openFile(work: Work, id: string) {
  const { userId, fileUrl } = await work.db
    .selectFrom('privacyRequest')
    .where('id', '=', id)
    .select(['userId', 'fileUrl'])
    .executeTakeFirstOrThrow(() => notFound('privacy request'));
  await findAccount(work.db, userId, work.caller);
  if (fileUrl === null) throw conflict('There is no file of this request, or not any more');
  await record(work, 'dossier-read', userId);
  return { url: fileUrl };
}

export async function previewOf(db: Db, userId: string, caller: Caller) {
  await findAccount(db, userId, caller);
  return { rows: await countRows(db, await findPerson(db, userId)) };
}

export async function beginErasure(work: Work, id: string, confirmation: string) {
  const { db, caller } = work;
  const { userId, account } = await lockOpen(db, id, caller, 'erasure');
  if (userId === caller.userId) throw badRequest('Your own account is erased by another superadmin');
  if (confirmation.toLowerCase() !== account.email.toLowerCase())
    throw badRequest('This is not the e-mail of the account', 'confirmation');
  await setState(db, id, 'running');
  await sql`update "user" set status = 0 where id = ${userId}`.execute(db);
  await endSessions(db, userId);
  await enqueue(db, erasureJob, { requestId: id });
  await record(work, 'erasure-begun', userId);
  return { requestId: id };
}
