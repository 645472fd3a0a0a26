/** Rejection of common passwords, in addition to the contract's rules (domain.md, Sign-in). */
import { demoPassword } from '#contract/auth/demo-users.ts';
import { ownPasswordWeakness } from '#contract/auth/password.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { badRequest } from '#platform/errors.ts';

/** Nearly 50,000 common passwords in lower case. Loaded on first use, on the server only. */
let common: Promise<ReadonlySet<string>> | undefined;
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/** Password without surrounding digits and punctuation: `Password1!` is as weak as `password`. */
const coreOf = (password: string) => password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Password without surrounding punctuation. */
const withoutSigns = (password: string) => password.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');

/** Whether the password, or the larger part of it, is on the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await (common ??= load());
  const whole = password.toLowerCase();
  const parts = [withoutSigns(whole), coreOf(whole)].filter((part) => part.length * 2 >= whole.length);
  return [whole, ...parts].some((part) => list.has(part));
}

/** User whose password is set. */
interface Owner {
  tenant: Tenant;
  name: string;
  email: string;
}

/** 400 for a password that is common, the demo's (outside the demo), or derived from user or brand. */
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
