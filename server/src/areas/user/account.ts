/** Accounts of people: created, corrected, deactivated, and sent links to set a password (docs/decisions/0077). */
import { sql } from 'kysely';
import { maySetPassword } from '#contract/auth/sessions.ts';
import type { Role, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type createUser, type findSamePeople, maxSamePhone } from '#contract/user/account.ts';
import { type changeUser, savedUserMessages } from '#contract/user/endpoints.ts';
import { e164Of } from '#shared/phone.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, conflict } from '#platform/errors.ts';
import { updateRecord } from '#platform/records.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions, requireConfirmed } from '#platform/session/session.ts';
import { endLinks, sendLinks } from '#shared/mail/account-mail.ts';
import { changePerson, createPerson, hasNewEmail } from '#shared/person.ts';
import { type Work, lockAccount } from './access.ts';

type Created = ValidatedInput<typeof createUser>['body'];
type Changed = ValidatedInput<typeof changeUser>['body'];

/** Records a change of an account of staff; members' are in the trail only. */
async function recordChange({ db, request, tenant, caller }: Work, userId: string, role: Role, detail: string) {
  if (role === 'member') return;
  await securityEvent({ db, request }, { kind: 'account-changed', tenant, userId, byUserId: caller.userId, detail });
}

/** 403 unless the caller is a superadmin who just confirmed the password, for what gives and takes accounts of staff. */
async function requireSuperadmin({ db, caller }: Pick<Work, 'db' | 'caller'>, deed: string) {
  if (caller.role !== 'superadmin') throw new HttpError(403, `Only a superadmin may ${deed}`);
  await requireConfirmed(db, caller);
}

/** Creates a person and sends the invitation. */
export async function create(work: Work, { role, ...fields }: Created) {
  const { db } = work;
  if (role !== 'member') await requireSuperadmin(work, 'create staff');
  const userId = await createPerson(db, { ...fields, role }, { isInvited: true });
  await recordChange(work, userId, role, 'created');
  return { userId };
}

/** Changes fields of a user. Another e-mail of staff takes the right to set their password, and the caller's own. */
export async function change(work: Work, id: string, fields: Changed, ifMatch: number | null) {
  const { db, caller } = work;
  const user = await lockAccount(db, caller, id, ifMatch);
  const { name = user.name } = fields;
  if (hasNewEmail(user, fields) && user.role !== 'member') {
    if (!maySetPassword(caller.role, user.role))
      throw new HttpError(403, `Only a superadmin may change the e-mail of this ${user.role}`);
    await requireConfirmed(db, caller);
  }
  const { version } = await changePerson(db, user, fields);
  await recordChange(work, id, user.role, Object.keys(fields).join(', '));
  return { id, name, version, message: name === user.name ? savedUserMessages.other : savedUserMessages.name };
}

/** Deactivates (0) or reactivates (1) a user; a trigger keeps the last active superadmin (0039_segments.sql). */
export async function setStatus(work: Work, id: string, status: 0 | 1, ifMatch: number | null) {
  const { db, caller } = work;
  const { role } = await lockAccount(db, caller, id, ifMatch);
  if (role !== 'member') await requireSuperadmin(work, 'deactivate and reactivate staff');
  if (id === caller.userId) throw conflict('You cannot deactivate yourself');
  const { version } = await updateRecord(db, 'user', id, { status });
  if (status === 0) {
    await endSessions(db, id);
    await endLinks(db, [id]);
  }
  await recordChange(work, id, role, status === 0 ? 'deactivated' : 'reactivated');
  return { id, status, version };
}

/** Locks a user whom the caller may send links: customer service only members. */
async function lockInvited({ db, caller }: Work, id: string) {
  const user = await lockAccount(db, caller, id, null);
  if (caller.role === 'customer-service' && user.role !== 'member')
    throw new HttpError(403, 'Customer service may send links to members only');
  return user;
}

/** Sends a link to set a password. */
export async function invite(work: Work, id: string) {
  const user = await lockInvited(work, id);
  if (user.status === 0) throw conflict('This account is deactivated. Reactivate it first');
  await sendLinks(work.db, [user]);
  await securityEvent(work, { kind: 'link-sent', tenant: work.tenant, userId: id, byUserId: work.caller.userId });
  return { email: user.email, kind: user.hasPassword ? ('password' as const) : ('invitation' as const) };
}

/** Ends the open link. */
export async function revoke(work: Work, id: string) {
  await lockInvited(work, id);
  const changed = await endLinks(work.db, [id]);
  if (changed > 0)
    await securityEvent(work, { kind: 'link-revoked', tenant: work.tenant, userId: id, byUserId: work.caller.userId });
  return { changed };
}

/** People with this e-mail and this phone. */
export async function samePeople(
  db: Db,
  { email, phoneNumber = '', except }: ValidatedInput<typeof findSamePeople>['query'],
) {
  const people = db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role'])
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`);
  const phone = e164Of(phoneNumber);
  const [byEmail, byPhone] = await Promise.all([
    email ? people.where('emailKey', '=', email.toLowerCase()).executeTakeFirst() : undefined,
    phone ? people.where('phoneE164', '=', phone).orderBy('id').limit(maxSamePhone).execute() : [],
  ]);
  return { email: byEmail ?? null, phone: byPhone };
}
