/**
 * Search for the orders of a person. The documents can be asked for a whole e-mail only, so any other text is looked up
 * among the users first, as their list does (name, part of the e-mail, phone in any spelling).
 */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { call } from '#kit/api/call.ts';

export type Person = Reply<typeof listUsers>['users'][number];

/** People whom a text matches: the first ten by name, and the number of all. */
export interface Found {
  text: string;
  people: readonly Person[];
  totalItems: number;
  isTotalCapped?: boolean | undefined;
}

const shown = 10;

export async function findPeople(text: string, signal: AbortSignal): Promise<Found> {
  const { users, totalItems, isTotalCapped } = await call(
    listUsers,
    { query: { search: text, page: 1, pageSize: shown } },
    { signal },
  );
  return { text, people: users, totalItems, isTotalCapped };
}

/** The one person whom the text matches. */
export const onlyPerson = (found: Found | undefined): Person | undefined =>
  found?.totalItems === 1 ? found.people[0] : undefined;
