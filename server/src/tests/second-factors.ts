/** Valid input of the calls of second factors, which answer a challenge. */
import { updateBrandSettings } from '#contract/brand/endpoints.ts';
import { addOwnFactor, beginOwnFactor, makeRecoveryCodes } from '#contract/auth/second-factor.ts';
import { beginPasskeyConfirmation, confirmPasskey } from '#contract/kernel/auth.ts';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import type { Problem } from '#contract/kernel/fields.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { softAuthenticator } from '../areas/auth/testing/authenticator.ts';

type Post = (url: string, body: object | undefined, token?: string) => Promise<unknown>;

/** Body that finishes a sign-in: adds a passkey to the account of `token`, signs in again and uses it. */
export async function signInProof(post: Post, token: string, signIn: () => Promise<unknown>): Promise<object> {
  const authenticator = softAuthenticator();
  const begun = (await post(beginOwnFactor.url, undefined, token)) as Reply<typeof beginOwnFactor>;
  const passkey = authenticator.create(begun.passkey ?? {});
  await post(addOwnFactor.url, { challenge: begun.challenge, passkey }, token);
  const { secondStep } = (await signIn()) as Problem;
  return { challenge: secondStep?.challenge, passkey: authenticator.use(secondStep?.passkey ?? {}) };
}

/** Body of a call that needs a factor of the caller, which is added; undefined: its example will do. */
export async function factorBody({ sql }: TestApp, entry: Endpoint, caller: TestCaller): Promise<object | undefined> {
  if (![addOwnFactor, confirmPasskey, makeRecoveryCodes, updateBrandSettings].some((one) => one === entry))
    return undefined;
  await sql('delete from passkey where user_id = $1', [caller.userId]);
  const authenticator = softAuthenticator();
  const { body: begun } = await caller.call(beginOwnFactor, {});
  const proof = { challenge: begun.challenge, passkey: authenticator.create(begun.passkey ?? {}) };
  if (entry === addOwnFactor) return proof;
  await caller.call(addOwnFactor, { body: proof });
  if (entry !== confirmPasskey) return undefined;
  const { body: confirmation } = await caller.call(beginPasskeyConfirmation, {});
  return { challenge: confirmation.challenge, passkey: authenticator.use(confirmation.passkey ?? {}) };
}
