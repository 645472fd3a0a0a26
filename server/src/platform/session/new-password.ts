/** What a new password must not be, beyond the contract's rules: one that attackers try first (domain.md, Sign-in). */
import { demoPassword } from '#contract/demo.ts';
import { ownPasswordWeakness } from '#contract/password.ts';
import type { Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import { badRequest } from '#platform/errors.ts';

/** Nearly 50,000 passwords that many people have, in lower case. Loaded when one is first set: browsers never see it. */
let common: Promise<ReadonlySet<string>> | undefined;
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/** What is left without the digits and signs around it: `Password1!` is `password` to whoever guesses. */
const coreOf = (password: string) => password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** What is left without the signs around it. */
const withoutSigns = (password: string) => password.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');

/** Is it, or the greater part of it, on the list? */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await (common ??= load());
  const whole = password.toLowerCase();
  const parts = [withoutSigns(whole), coreOf(whole)].filter((part) => part.length * 2 >= whole.length);
  return [whole, ...parts].some((part) => list.has(part));
}

/** The user whose password is set. */
interface Owner {
  tenant: Tenant;
  name: string;
  email: string;
}

/** 400 when the password is too common, the demo's (outside the demo), or made of what is known of the user. */
export async function refuseWeakPassword(
  password: string,
  user: Owner,
  { demo, brands }: Pick<Config, 'demo' | 'brands'>,
): Promise<void> {
  const weakness = ownPasswordWeakness(password, user, brands[user.tenant]);
  if (weakness) throw badRequest(weakness, 'password');
  if ((!demo && password === demoPassword) || (await isCommonPassword(password)))
    throw badRequest('This password is too common', 'password');
}
