/** Second factors for tests: accounts with an authenticator app, and its codes. */
import { generate } from 'otplib';
import { addOwnFactor, beginOwnFactor, finishSignIn } from '#contract/auth/second-factor.ts';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import type { TestApp } from '#platform/testing/app.ts';
import type { SignInApp, SignInReply } from './sign-in.ts';

/** Code of an app now, or some 30-second steps from now. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Second step that a sign-in answered with. */
export const stepOf = ({ body }: SignInReply): SecondStep => body['secondStep'] as unknown as SecondStep;

export function factorApp({ test, post, signIn }: SignInApp) {
  const bearer = ({ body }: SignInReply) => ({ authorization: `Bearer ${body['accessToken']}` });
  /** Adds an app to the account that signed in; returns its secret and the recovery codes. */
  async function addApp(signedIn: SignInReply) {
    const { body: begun } = await post(beginOwnFactor.url, {}, bearer(signedIn));
    const { secret } = begun['enrolment'] as unknown as SecondStep['enrolment'] & object;
    const code = await codeOf(secret);
    const { body } = await post(addOwnFactor.url, { challenge: begun['challenge'], code }, bearer(signedIn));
    // As if added some minutes ago, so that the present code can sign in.
    await test.sql('update authenticator_app set last_step = last_step - 9');
    return { secret, recoveryCodes: body['recoveryCodes'] as unknown as string[] };
  }
  const finish = (challenge: string, proof: object, from?: string) =>
    post(finishSignIn.url, { challenge, ...proof }, {}, from);
  /** Signs in and gives a code. */
  const signInWith = async (email: string, code: string) => finish(stepOf(await signIn(email)).challenge, { code });
  const require = (...roles: string[]) => requireFactors(test, roles);
  return { addApp, finish, signInWith, require, bearer };
}

export async function requireFactors({ sql }: TestApp, roles: string[]): Promise<void> {
  await sql(`delete from brand_setting where tenant = 'coding'`);
  await sql(`insert into brand_setting (tenant, second_factor_roles) values ('coding', $1)`, [roles]);
}
