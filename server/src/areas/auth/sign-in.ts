/** Signing in (spec §4–§7; domain.md, Sign-in). */
import { unauthorized } from '#contract/kernel/auth.ts';
import { dayMs } from '#contract/kernel/days.ts';
import { HttpError } from '#platform/errors.ts';
import { runOnce } from '#platform/jobs/effects.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { originOf } from '#platform/session/address.ts';
import { knownDevice } from '#platform/session/device.ts';
import { isRightPassword } from '#platform/session/password.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { type SignInContext, beginSignedIn, isHidden, recordEvent, wrong } from './begin-session.ts';
import { requireSecondStep } from './second-step.ts';
import { type Attempt, maxFailuresPerUser, recordTry, tooManyTries } from './throttle.ts';

/** Told only to those who know the password. */
const deactivated = 'This account is deactivated. Ask an admin of your brand to reactivate it';

/** Time of the last notice by user id, so that a series of attempts causes one notice. */
const lastNotices = new Map<string, number>();
const noticeMs = dayMs;

function notifyOwner(visit: SignInContext, userId: string): void {
  if ((lastNotices.get(userId) ?? 0) > Date.now() - noticeMs) return;
  if (lastNotices.size >= 1000) lastNotices.clear();
  lastNotices.set(userId, Date.now());
  sendNotice(visit, userId).catch((error: unknown) => {
    lastNotices.delete(userId);
    visit.request.log.warn(
      { err: error, requestId: visit.request.id },
      'the owner could not be told of many failed tries',
    );
  });
}

/** Tells the owner of many failed attempts: one security event and one e-mail a day, across processes and restarts. */
async function sendNotice({ database, tenant, request }: SignInContext, userId: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await runOnce(database.tenant(tenant), `sign-in-alert ${userId} ${day}`, async (tx) => {
    await securityEvent({ db: tx, request }, { kind: 'owner-notified', tenant, userId, detail: 'many-failures' });
    await enqueue(tx, sendMail, { template: 'sign-in-alert', userId });
  });
}

function failed(
  visit: SignInContext,
  { failures, wait }: Attempt,
  email: string,
  userId: string | undefined,
): HttpError {
  recordEvent(visit, { kind: wait > 0 ? 'sign-in-throttled' : 'sign-in-failed', email, userId });
  if (userId && failures >= maxFailuresPerUser) notifyOwner(visit, userId);
  return wait > 0 ? tooManyTries(wait) : wrong();
}

/**
 * Begins a session and returns role, access token and refresh token; remembers the browser in a cookie. 401 for wrong
 * credentials, and with reason `second-factor` if the account needs one; 403 'Unauthorized' for a member, 429 after too
 * many attempts.
 */
export async function signIn(visit: SignInContext, { email, password }: { email: string; password: string }) {
  const { database, tenant, settings, request } = visit;
  const db = database.tenant(tenant);
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role', 'passwordHash', 'status'])
    .where('emailKey', '=', email.toLowerCase())
    .executeTakeFirst();
  const device = knownDevice(request, user?.id ?? '', settings);
  const attempt = await recordTry(database, tenant, { email, origin: originOf(request), device });
  if (attempt.wait > 0) throw failed(visit, attempt, email, user?.id);
  const isRight = await attempt.inTurn(() => isRightPassword(user?.passwordHash, password));
  if (!user || !isRight || isHidden(email, settings)) throw failed(visit, attempt, email, user?.id);
  if (user.role === 'member' || user.status === 0) {
    await attempt.succeeded();
    recordEvent(visit, { kind: 'sign-in-refused', userId: user.id });
    throw new HttpError(403, user.role === 'member' ? unauthorized : deactivated);
  }
  // Before the failures are forgotten: whoever has the password could else try codes without a limit.
  await requireSecondStep(visit, user);
  await attempt.succeeded();
  return beginSignedIn(visit, user);
}
