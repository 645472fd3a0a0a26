/** The caller's own second factors: listing, adding and removing them, and recovery codes. */
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { confirmPasskey } from '#contract/kernel/auth.ts';
import type { addOwnFactor } from '#contract/auth/second-factor.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { findChallenge, issueChallenge, spendChallenge } from '#platform/session/challenge.ts';
import { hasFactor, isFactorRequired, removeFactors } from '#platform/session/second-factor.ts';
import { confirmSession } from '#platform/session/session.ts';
import { type SecurityEvent, securityEvent } from '#platform/session/security-event.ts';
import { enrol, offerFactors } from './enrolment.ts';
import { relyingPartyOf, requestOptions, spendPasskey } from './passkey.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import type { SignInContext } from './begin-session.ts';

type OwnWork = Omit<SignInContext, 'reply' | 'database'> & { db: Db; caller: Caller };

const recordEvent = ({ db, tenant, request, caller }: OwnWork, kind: SecurityEvent['kind'], what?: string) =>
  securityEvent(
    { db, request },
    { kind, tenant, userId: caller.userId, detail: what, ...(what && { facts: { factor: what } }) },
  );

/** Locks the caller, so that of two changes the second sees the first. */
const lockCaller = (db: Db, { userId }: Caller) =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(401, 'Please sign in again'));

/** Begins to add a factor. */
export async function beginFactor(work: OwnWork) {
  return offerFactors(work, await lockCaller(work.db, work.caller), 'add');
}

/** Adds the factor that was proved. 401 for a challenge that is old or another user's, 400 for a wrong proof. */
export async function addFactor(
  work: OwnWork,
  { challenge: token, ...proof }: ValidatedInput<typeof addOwnFactor>['body'],
) {
  const { db, caller } = work;
  await lockCaller(db, caller);
  const challenge = await findChallenge(db, token, ['add']);
  if (challenge?.userId !== caller.userId || !(await spendChallenge(db, token)))
    throw conflict('This took too long, or was done already. Please begin again', 'challenge');
  const recoveryCodes = await enrol(work, challenge, proof);
  // Proved in this session, which therefore outlives a requirement of the role.
  await db
    .updateTable('session')
    .set({ secondFactor: proof.passkey ? 'passkey' : 'app' })
    .where('id', '=', caller.sessionId)
    .execute();
  await recordEvent(work, 'second-factor-added', proof.passkey ? 'passkey' : 'app');
  return { recoveryCodes };
}

/** Removes a passkey, or the app without `passkeyId`; with the last factor go the recovery codes. */
export async function removeFactor(work: OwnWork, passkeyId: string | undefined) {
  const { db, caller } = work;
  const { userId } = caller;
  await lockCaller(db, caller);
  const removal =
    passkeyId === undefined
      ? db.deleteFrom('authenticatorApp').where('userId', '=', userId)
      : db.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', passkeyId);
  const changed = Number((await removal.executeTakeFirst()).numDeletedRows);
  if (changed === 0) return { changed };
  if (!(await hasFactor(db, userId))) {
    if (await isFactorRequired(db, caller.role))
      throw conflict('Your role needs a second factor: add another one before you remove this');
    await removeFactors(db, userId);
  }
  await recordEvent(work, 'second-factor-removed', passkeyId === undefined ? 'app' : 'passkey');
  return { changed };
}

export async function renewRecoveryCodes(work: OwnWork) {
  const { db, caller } = work;
  await lockCaller(db, caller);
  if (!(await hasFactor(db, caller.userId))) throw conflict('Add an app or a passkey first');
  await recordEvent(work, 'recovery-codes-made');
  return { recoveryCodes: await replaceRecoveryCodes(db, caller.userId) };
}

/** Begins a step-up with a passkey. */
export async function beginConfirmation({ db, caller, request, settings }: OwnWork) {
  const { userId } = caller;
  const { challenge: passkey, options } = await requestOptions(db, relyingPartyOf(request, settings), userId);
  const challenge = await issueChallenge(db, { userId, purpose: 'confirm', passkey, secret: null });
  return { challenge, passkey: options };
}

/** Marks the session as confirmed if a passkey of the caller signed the challenge. */
export async function confirmByPasskey(work: OwnWork, answer: ValidatedInput<typeof confirmPasskey>['body']) {
  const { db, caller, request, settings } = work;
  await lockCaller(db, caller);
  const challenge = await findChallenge(db, answer.challenge, ['confirm']);
  const isProved =
    challenge?.userId === caller.userId &&
    (await spendChallenge(db, answer.challenge)) &&
    (await spendPasskey(
      db,
      relyingPartyOf(request, settings),
      { userId: caller.userId, challenge: challenge.passkey },
      answer.passkey,
    ));
  if (!isProved) throw badRequest('This passkey was not accepted; please try again', 'passkey');
  await confirmSession(db, caller.sessionId);
  await recordEvent(work, 'password-confirmed', 'passkey');
  return { message: 'Thank you' };
}
