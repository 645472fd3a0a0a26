/** Passkeys in the browser: creating one, and signing with one. The library is loaded with the first use. */
import type { Credential } from '#contract/kernel/credential.ts';
import { ApiError } from './api-error.ts';

type Options = Record<string, unknown>;

const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

const messages: Readonly<Record<string, string>> = {
  InvalidStateError: 'This passkey was added already. Use another one',
  SecurityError: 'Passkeys do not work at this address',
};

/** Runs a dialog of the browser; every failure, such as closing it, becomes an ApiError. */
async function viaBrowser<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const { name } = error as Error;
    throw new ApiError(0, messages[name] ?? 'No passkey was used. Try again, or take another way');
  }
}

export const createPasskey = (options: Options): Promise<Credential> =>
  viaBrowser(async () => {
    const { id, response } = await (await library()).startRegistration({ optionsJSON: options as never });
    return { id, response: { ...response, transports: response.transports?.join() } };
  });

export const signWithPasskey = (options: Options): Promise<Credential> =>
  viaBrowser(async () => (await library()).startAuthentication({ optionsJSON: options as never }));
