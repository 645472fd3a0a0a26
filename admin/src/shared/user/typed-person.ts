/** What a text that found nobody says of a person, and whether the caller may create them. */
import { mayCall } from '#contract/kernel/endpoint.ts';
import { createUser } from '#contract/user/account.ts';
import { role } from '#kit/api/session.ts';

export type TypedPerson = Partial<Record<'name' | 'email' | 'phoneNumber', string>>;

export const mayCreateMember = () => mayCall(createUser, role() ?? '');

/** Field that the text can be of: an e-mail, a phone number, or a name. */
export function personIn(text: string): TypedPerson {
  if (text.includes('@')) return { email: text };
  return /^[\d\s()+.-]{6,}$/.test(text) ? { phoneNumber: text } : { name: text };
}
