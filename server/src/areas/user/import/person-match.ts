/**
 * Finds the person of a row: by external id, then e-mail, then phone. What is doubtful is asked, and never guessed.
 */
import { e164Of } from '#shared/phone.ts';
import { searchText } from '#contract/kernel/search-text.ts';
import type { Person } from './queries.ts';

/** Values of a row by which people are found. */
export interface Keys {
  externalId?: string;
  email?: string;
  phoneNumber?: string;
  name?: string;
}

export interface Match {
  /** The person; undefined: nobody is, or it is doubtful. */
  person?: Person;
  /** Whom it may be of: somebody has to say, or has said. */
  candidates: Person[];
  /** Whether a new person is an answer. */
  canBeNew: boolean;
  /** Fields that the person keeps, because the answer contradicts those of the file. */
  kept?: readonly string[];
  /** Answered; absent: nobody has, or nothing was asked. */
  answer?: 'new' | 'skip' | 'person';
  /** Id of a person who was the answer, and is no candidate. */
  outdated?: string;
}

export type FindPerson = (keys: Keys, answer: string | undefined) => Match;

const same = (one: string, other: string) => searchText(one) === searchText(other);

export function personFinder(people: readonly Person[]): FindPerson {
  const byExternalId = new Map(people.map((person) => [person.externalId, person]));
  const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  const byPhone = Map.groupBy(people, ({ phoneE164 }) => phoneE164);

  /** Match without an answer. */
  function find(keys: Keys): Match {
    const { externalId, email, phoneNumber, name } = keys;
    const known = externalId === undefined ? undefined : byExternalId.get(externalId);
    const addressed = email === undefined ? undefined : byEmail.get(email.toLowerCase());
    const sure = (person: Person): Match => ({ person, candidates: [], canBeNew: false });
    const doubtful = (candidates: Person[], canBeNew: boolean): Match => ({ candidates, canBeNew });
    if (known && addressed && known !== addressed) return doubtful([known, addressed], false);
    if (known) return sure(known);
    if (addressed) {
      const isOther = externalId !== undefined && addressed.externalId !== null;
      return isOther ? doubtful([addressed], false) : sure(addressed);
    }
    const phone = phoneNumber === undefined ? null : e164Of(phoneNumber);
    const holders = (phone !== null && byPhone.get(phone)) || [];
    const [holder] = holders;
    if (!holder) return { candidates: [], canBeNew: true };
    const isSure =
      holders.length === 1 &&
      email === undefined &&
      (externalId === undefined || holder.externalId === null) &&
      (name === undefined || same(name, holder.name));
    return isSure ? sure(holder) : doubtful(holders, email !== undefined);
  }

  return (keys, answer) => {
    const match = find(keys);
    if (answer === 'skip') return { ...match, answer };
    if (answer === undefined || answer === match.person?.id) return match;
    if (answer === 'new') return match.canBeNew && match.candidates.length > 0 ? { ...match, answer } : match;
    const person = match.candidates.find(({ id }) => id === answer);
    if (!person) return { ...match, outdated: answer };
    const isFree = person.externalId === null && !byExternalId.has(keys.externalId ?? null);
    return { ...match, answer: 'person', person, kept: isFree ? ['email'] : ['email', 'externalId'] };
  };
}
