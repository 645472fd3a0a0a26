/** Resolves pasted e-mails and phones to users, with the effect of assigning each to a course. */
import { endedInWords, hasEnded } from '#contract/kernel/access-term.ts';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { assignments } from '#contract/assignment/table.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import { maxSearchLength } from '#contract/kernel/fields.ts';
import { searchText, withoutUnseen } from '#contract/kernel/search-text.ts';
import { call } from '#kit/api/call.ts';

const { courseUsers } = assignments;

/** Limit, because each entry needs its own request. */
export const maxPeople = 100;
const atOnce = 5;

export interface Person {
  /** Text as pasted. */
  contact: string;
  /** The matching user; undefined with a reason in `why`. */
  item: Item | undefined;
  why: string;
}

/** Why a person is not assigned who is found; '' if they can be. */
export function whyNot({ isAssigned, accessEndsOn = null }: Item): string {
  if (!isAssigned) return '';
  return hasEnded(accessEndsOn, jakartaDay(new Date()))
    ? `${endedInWords(accessEndsOn)}: extend it in the list of members`
    : 'Has the course already';
}

const isContact = (piece: string) => piece.includes('@') || searchText(piece).replace(/\D/g, '').length >= 8;

/** Unique e-mails and phones of the text; a line without any is kept whole, so that it is reported. */
export function peopleIn(text: string): string[] {
  const lines = text.split(/[\n\r]+/).filter((line) => line.trim() !== '');
  const pieces = lines.flatMap((line) => {
    const contacts = line
      .split(/[,;\t<>]+/)
      .filter(isContact)
      .flatMap((piece) => (piece.includes('@') ? piece.split(/\s+/).filter((word) => word.includes('@')) : [piece]));
    return contacts.length > 0 ? contacts : [line];
  });
  return [...new Set(pieces.map((piece) => piece.trim()))];
}

/** Phone number in normalized text, behind the number of a line ("8. Budi 0812…"). */
const phone = /(?:\+|(?<!\d)(?:0|62|8)(?!\d{0,2}[.)]\s))[\d\s()./-]{7,}/;

/** Search for a contact: the phone without the words beside it, which need not be the name of the user. */
export const searchFor = (contact: string): string =>
  contact.includes('@')
    ? withoutUnseen(contact).replace(/^mailto:/i, '')
    : (phone.exec(searchText(contact))?.[0] ?? contact);

async function resolve(courseId: string, contact: string, signal: AbortSignal): Promise<Person> {
  if (!isContact(contact)) return { contact, item: undefined, why: 'Neither an e-mail nor a phone' };
  const search = searchFor(contact).slice(0, maxSearchLength);
  const query = { search, page: 1, pageSize: 10 };
  const rows = courseUsers.rowsOf(await call(courseUsers.list, { params: { id: courseId }, query }, { signal }));
  const isEmail = contact.includes('@');
  const matches = isEmail ? rows.filter(({ email }) => searchText(email ?? '') === searchText(search)) : rows;
  const [item] = matches;
  if (matches.length === 1 && item) return { contact, item, why: whyNot(item) };
  return {
    contact,
    item: undefined,
    why: matches.length > 1 ? 'Several people have this number' : 'No user found',
  };
}

/** Resolves contacts in order; rejects if a request fails. */
export async function resolvePeople(
  courseId: string,
  contacts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < contacts.length; from += atOnce)
    people.push(
      ...(await Promise.all(contacts.slice(from, from + atOnce).map((one) => resolve(courseId, one, signal)))),
    );
  return people;
}

/** Users to assign, without duplicates, up to the free places; and those beyond the capacity. */
export function fitToCapacity(
  people: readonly Person[],
  left: number,
): { fit: readonly Item[]; over: readonly Item[] } {
  const known = people.flatMap(({ item }) => (item && !item.isAssigned ? [item] : []));
  const each = [...new Map(known.map((item) => [item.id, item])).values()];
  // A place that is held for others is none, though the course has fewer members than places.
  const free = each.filter(({ conflict }) => !conflict);
  const fit = free.slice(0, left);
  return { fit, over: each.filter((item) => !fit.includes(item)) };
}
