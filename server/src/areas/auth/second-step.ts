/** Second step of a sign-in: the challenge after a right password, and the session after a right second factor. */
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import type { finishSignIn } from '#contract/auth/second-factor.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import { originOf } from '#platform/session/address.ts';
import { type Challenge, findChallenge, issueChallenge, spendChallenge } from '#platform/session/challenge.ts';
import { knownDevice } from '#platform/session/device.ts';
import { type FactorKind, hasFactor, isFactorRequired } from '#platform/session/second-factor.ts';
import { enrol, offerFactors } from './enrolment.ts';
import { relyingPartyOf, requestOptions, spendPasskey } from './passkey.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type Known, type SignInContext, beginSignedIn, isHidden, recordEvent } from './begin-session.ts';
import { recordTry, tooManyTries } from './throttle.ts';
import { spendCode } from './totp.ts';

async function secondStepOf(visit: SignInContext, user: Known): Promise<SecondStep | undefined> {
  const { database, tenant, settings, request } = visit;
  const db = database.tenant(tenant);
  if (await hasFactor(db, user.id)) {
    const app = await db
      .selectFrom('authenticatorApp')
      .select('userId')
      .where('userId', '=', user.id)
      .executeTakeFirst();
    const { challenge: passkey, options } = await requestOptions(db, relyingPartyOf(request, settings), user.id);
    const challenge = await issueChallenge(db, { userId: user.id, purpose: 'sign-in', passkey, secret: null });
    return { challenge, enrolment: null, hasApp: app !== undefined, passkey: options };
  }
  if (!(await isFactorRequired(db, user.role))) return undefined;
  return { hasApp: false, ...(await offerFactors({ db, tenant, settings, request }, user, 'enrolment')) };
}

/** 401 with reason `second-factor` and the challenge, if the account has a second factor or its role needs one. */
export async function requireSecondStep(visit: SignInContext, user: Known): Promise<void> {
  const secondStep = await secondStepOf(visit, user);
  if (!secondStep) return;
  const message = secondStep.enrolment
    ? 'Your role needs a second factor: sign in with an up-to-date browser to add one'
    : 'This account has a second factor: sign in with an up-to-date browser to give it';
  throw new HttpError(401, message, { reason: 'second-factor', secondStep });
}

type Answer = ValidatedInput<typeof finishSignIn>['body'];

const wrongProof = ({ passkey }: Answer) =>
  passkey
    ? badRequest('This passkey was not accepted; please try again', 'passkey')
    : badRequest('This code is not right, or was used already', 'code');

/** Accepts the answer to a challenge, once; 400 if it is wrong. `db`: transaction that has locked the user. */
async function proved(
  { settings, request }: SignInContext,
  db: Db,
  { userId, passkey: challenge }: Challenge,
  answer: Answer,
): Promise<FactorKind> {
  const { passkey, code = '' } = answer;
  const party = relyingPartyOf(request, settings);
  if (passkey && (await spendPasskey(db, party, { userId, challenge }, passkey))) return 'passkey';
  if (!passkey && (await spendCode(db, userId, code, settings))) return 'app';
  if (!passkey && (await spendRecoveryCode(db, userId, code))) return 'recovery-code';
  throw wrongProof(answer);
}

const isWrong = (error: unknown) => error instanceof HttpError && error.statusCode === 400;

/** Finishes a sign-in; see the contract. */
export async function finish(visit: SignInContext, answer: Answer) {
  const { database, tenant, settings, request } = visit;
  const db = database.tenant(tenant);
  const challenge = await findChallenge(db, answer.challenge, ['sign-in', 'enrolment']);
  const user =
    challenge &&
    (await db
      .selectFrom('user')
      .select(['id', 'name', 'email', 'role', 'passwordHash'])
      .where('id', '=', challenge.userId)
      .executeTakeFirst());
  if (!challenge || !user || user.role === 'member' || isHidden(user.email, settings)) throw tooLate();
  const device = knownDevice(request, user.id, settings);
  const attempt = await recordTry(database, tenant, { email: user.email, origin: originOf(request), device });
  if (attempt.wait > 0) {
    recordEvent(visit, { kind: 'sign-in-throttled', email: user.email, userId: user.id });
    throw tooManyTries(attempt.wait);
  }
  let recoveryCodes: string[] | undefined;
  let kind: FactorKind | undefined;
  const signedIn = await beginSignedIn(visit, user, async (transaction) => {
    if (!(await spendChallenge(transaction, answer.challenge))) throw tooLate();
    if (challenge.purpose === 'sign-in') return (kind = await proved(visit, transaction, challenge, answer));
    recoveryCodes = await enrol({ db: transaction, tenant, settings, request }, challenge, answer);
    return (kind = answer.passkey ? 'passkey' : 'app');
  }).catch((error: unknown) => {
    if (isWrong(error)) recordEvent(visit, { kind: 'second-factor-failed', userId: user.id });
    throw error;
  });
  await attempt.succeeded();
  if (kind === 'recovery-code') recordEvent(visit, { kind: 'recovery-code-used', userId: user.id });
  if (challenge.purpose === 'enrolment') recordEvent(visit, { kind: 'second-factor-added', userId: user.id });
  return { ...signedIn, recoveryCodes };
}

/** 401 for a challenge that is unknown, used or expired. */
const tooLate = () => new HttpError(401, 'This took too long, or was done already. Please sign in again');
