/** Finds the people that pasted e-mails and phones mean, and what assigning them to a course would do. */
import type { Item } from '#contract/assignment-row.ts';
import { assignments } from '#contract/assignment.ts';
import { call } from '#kit/api/call.ts';

const { courseUsers } = assignments;

/** Each is looked up by a call of its own. */
export const mostPeople = 100;
const atOnce = 5;

export interface Person {
  /** As it was pasted. */
  asked: string;
  /** Whom it means; or why that is not known. */
  item: Item | undefined;
  why: string;
}

const isContact = (piece: string) => piece.includes('@') || piece.replace(/\D/g, '').length >= 8;

/** Each e-mail and phone once; of a line that has none the line, so that nobody is left out unseen. */
export function peopleIn(text: string): string[] {
  const lines = text.split(/[\n\r]+/).filter((line) => line.trim() !== '');
  const found = lines.flatMap((line) => {
    const contacts = line.split(/[,;\t<>]+/).filter(isContact);
    return contacts.length > 0 ? contacts : [line];
  });
  return [...new Set(found.map((piece) => piece.trim()))];
}

async function resolve(courseId: string, asked: string, signal: AbortSignal): Promise<Person> {
  if (!isContact(asked)) return { asked, item: undefined, why: 'Neither an e-mail nor a phone' };
  const query = { search: asked, page: 1, pageSize: 10 };
  const rows = courseUsers.rowsOf(await call(courseUsers.list, { params: { id: courseId }, query }, { signal }));
  const isEmail = asked.includes('@');
  const found = isEmail ? rows.filter(({ email }) => email?.toLowerCase() === asked.toLowerCase()) : rows;
  const [item] = found;
  if (found.length === 1 && item) return { asked, item, why: item.isAssigned ? 'Has the course already' : '' };
  return {
    asked,
    item: undefined,
    why: found.length > 1 ? 'Several people have this number' : 'No user found',
  };
}

/** In the order of `asked`; fails as the call does. */
export async function resolvePeople(
  courseId: string,
  asked: readonly string[],
  signal: AbortSignal,
): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < asked.length; from += atOnce)
    people.push(...(await Promise.all(asked.slice(from, from + atOnce).map((one) => resolve(courseId, one, signal)))));
  return people;
}

/** Those who would be assigned, each once, up to the places that are left; and those for whom there is none. */
export function placed(people: readonly Person[], left: number): { fit: readonly Item[]; over: readonly Item[] } {
  const known = people.flatMap(({ item }) => (item && !item.isAssigned ? [item] : []));
  const each = [...new Map(known.map((item) => [item.id, item])).values()];
  return { fit: each.slice(0, left), over: each.slice(left) };
}
