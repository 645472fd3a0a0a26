/** Requests as pages read them, and their answers. */
import type { Html } from './html.ts';

/** Request: the member by their cookie, and the values of the address or of the form. */
export interface Visit {
  member: string | undefined;
  values: FormData;
}

/** Redirection to another page; `member` signs in. */
export interface Redirect {
  to: string;
  member?: string;
}

export type Answer = Html | Redirect;

export const redirect = (to: string, member?: string): Redirect => ({ to, ...(member && { member }) });

/** Text of a field; empty if absent. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
