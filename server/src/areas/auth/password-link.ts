/** Forgotten passwords, and setting a password by a link from a mail (domain.md, People; docs/decisions/0077). */
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { HttpError } from '#platform/errors.ts';
import { originOf } from '#platform/session/address.ts';
import { refuseWeakPassword } from '#platform/session/new-password.ts';
import { hashPassword } from '#platform/session/password.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions } from '#platform/session/session.ts';
import { endLinks, hashOfToken, isOpenLink, sendAccountMails } from '#shared/mail/account-mail.ts';

interface Work {
  db: Db;
  tenant: Tenant;
  request: FastifyRequest;
}

/** Limits within an hour; further requests get the same answer and no mail. */
const maxPerAccount = 3;
const maxPerNetwork = 30;

/**
 * Sends a link to the account with this e-mail. What is done here does not depend on whether there is one: the job that
 * sends the mail looks for it.
 */
export async function forgot({ db, request }: Work, typed: string) {
  const email = typed.toLowerCase();
  const { network48, address } = originOf(request);
  const network = network48 ?? address;
  await oneAtATime(db, `forgotten passwords from ${network}`);
  await oneAtATime(db, `forgotten password of ${email}`);
  const { rows } = await sql<{ ofAccount: number; ofNetwork: number }>`
    with recent as (select email, network from account_mail where network is not null and at > now() - interval '1 hour'
      and (email = ${email} or network = ${network}))
    select (count(*) filter (where email = ${email}))::int as of_account,
      (count(*) filter (where network = ${network}))::int as of_network from recent`.execute(db);
  const { ofAccount, ofNetwork } = rows[0]!;
  if (ofAccount < maxPerAccount && ofNetwork < maxPerNetwork)
    await sendAccountMails(db, [{ userId: null, kind: 'password', email, network }]);
  return { message: 'If there is an account with this e-mail, a link is on its way' };
}

const gone = () => new HttpError(410, 'This link was used, replaced, or is older than 72 hours. Ask for a new one');

/** User of an open link, locked; 410 if it is not open. */
async function ownerOf(db: Db, token: string) {
  const owner = await db
    .selectFrom('user')
    .innerJoin('accountMail', 'accountMail.userId', 'user.id')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'accountMail.id as mailId'])
    .where('accountMail.tokenHash', '=', hashOfToken(token))
    .where(isOpenLink)
    .where('user.status', '=', 1)
    .forNoKeyUpdate('user')
    .executeTakeFirst();
  if (!owner) throw gone();
  return owner;
}

/** Owner of a link, for the form. */
export async function openLink({ db }: Work, token: string) {
  const { name, email, role } = await ownerOf(db, token);
  return { name, email, isStaff: role !== 'member' };
}

/** Sets the password of a link's owner, who proved to read their mail: earlier failed sign-ins are forgotten. */
export async function reset(
  { db, tenant, request, settings }: Work & { settings: Pick<Config, 'demo' | 'brands'> },
  { token, password }: { token: string; password: string },
) {
  const { id, name, email, mailId } = await ownerOf(db, token);
  await refuseWeakPassword(password, { tenant, name, email }, settings);
  const passwordHash = await hashPassword(password);
  const used = await db
    .updateTable('accountMail')
    .set({ usedAt: sql`now()` })
    .where('id', '=', mailId)
    // Another request may have used it while this one waited for the lock.
    .where(isOpenLink)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw gone();
  await endLinks(db, [id]);
  await endSessions(db, id);
  await db.updateTable('user').set({ passwordHash }).where('id', '=', id).execute();
  await db.deleteFrom('signInFailure').where('email', '=', email.toLowerCase()).where('device', 'is', null).execute();
  await securityEvent({ db, request }, { kind: 'password-changed', tenant, userId: id, detail: 'by link' });
  return { message: 'Your password is set' };
}
