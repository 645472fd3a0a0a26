/** What a new password must not be, beyond the contract's rules: one that attackers try first (domain.md, Sign-in). */
import { demoPassword } from '#contract/demo.ts';
import { isOwnEmail } from '#contract/password.ts';
import { badRequest } from '#platform/errors.ts';

/** Nearly 50,000 passwords that many people have, in lower case. Loaded when one is first set: browsers never see it. */
let common: Promise<ReadonlySet<string>> | undefined;
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/** What is left without the digits and signs around it: `Password1!` is `password` to whoever guesses. */
const coreOf = (password: string) => password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Is it, or the greater part of it, on the list? */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await (common ??= load());
  const whole = password.toLowerCase();
  const core = coreOf(whole);
  return list.has(whole) || (core.length * 2 >= whole.length && list.has(core));
}

/** 400 when the password is too common, the demo's (outside the demo), or the name in the e-mail address. */
export async function refuseWeakPassword(password: string, email: string, isDemo: boolean): Promise<void> {
  if (isOwnEmail(password, email)) throw badRequest('The password is the name in the e-mail address', 'password');
  if ((!isDemo && password === demoPassword) || (await isCommonPassword(password)))
    throw badRequest('This password is too common', 'password');
}
