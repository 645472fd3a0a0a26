/** Import of members: new ones, and changes of their fields. */
import { importKinds } from '#contract/user/import/columns.ts';
import { e164Of } from '#shared/phone.ts';
import type { FileRow, RowFault } from './file.ts';
import type { Match } from './person-match.ts';
import { type Change, type PlannedRow, refused, resultOfMatch, unchanged } from './plan.ts';
import type { Person } from './queries.ts';

/** Column of each field that an import writes. */
const columns = {
  externalId: 'external_id',
  email: 'email',
  phoneNumber: 'phone_number',
  name: 'name',
  uoc: 'uoc',
  job: 'job',
  location: 'location',
} as const;
type Field = keyof typeof columns;
const fields = Object.keys(columns) as Field[];

const labelOf = (field: Field) => importKinds.members.fields[field].label;

/** Columns of values; a phone number comes with its E.164 form. */
function columnsOf(values: Readonly<Record<string, string | null>>): Record<string, string | null> {
  const filled = fields.filter((field) => values[field] !== undefined);
  return {
    ...Object.fromEntries(filled.map((field) => [columns[field], values[field]!])),
    ...(typeof values['phoneNumber'] === 'string' && { phone_e164: e164Of(values['phoneNumber']) }),
  };
}

function newMember(row: FileRow): PlannedRow {
  const { values } = row;
  const faults: RowFault[] = (['name', 'email'] as const)
    .filter((field) => values[field] === undefined)
    .map((field) => ({ field, reason: `A new member needs ${field === 'name' ? 'a name' : 'an e-mail'}` }));
  if (faults.length > 0) return refused(row, faults);
  const changes = fields.flatMap((field): Change[] =>
    values[field] === undefined ? [] : [{ label: labelOf(field), before: '', after: values[field] }],
  );
  return {
    row,
    state: 'new',
    changes,
    faults,
    record: { id: null, name: values['name']!, data: columnsOf(values), former: null },
  };
}

/** Whether a person has a value already: phone numbers in whatever spelling, e-mails in whatever case. */
function has(person: Person, field: Field, value: string): boolean {
  if (field === 'phoneNumber') return person.phoneE164 === e164Of(value);
  if (field === 'email') return person.email.toLowerCase() === value.toLowerCase();
  return person[field] === value;
}

function changedMember(row: FileRow, person: Person, { kept = [] }: Match): PlannedRow {
  const { values } = row;
  const differing = fields.filter(
    (field) => values[field] !== undefined && !kept.includes(field) && !has(person, field, values[field]),
  );
  if (differing.includes('email'))
    return refused(
      row,
      [{ field: 'email', reason: `${person.name} has the e-mail ${person.email}: change it on the person’s page, where both addresses confirm it` }], // prettier-ignore
      person,
    );
  if (differing.length === 0) return unchanged(row, person);
  const changes = differing.map((field) => ({
    label: labelOf(field),
    before: person[field] ?? '',
    after: values[field]!,
  }));
  const former = Object.fromEntries(differing.map((field) => [field, person[field]]));
  const record = {
    id: person.id,
    name: person.name,
    data: columnsOf(Object.fromEntries(differing.map((field) => [field, values[field]!]))),
    former: { ...columnsOf(former), ...('phoneNumber' in former && { phone_e164: person.phoneE164 }) },
  };
  return { row, state: 'changed', person, changes, faults: [], record };
}

/**
 * Refuses a row about somebody whom an earlier row is about, also one that is refused or doubtful: otherwise the same
 * file would change something the second time, when that row finds the person whom the later row made.
 */
export function onceEach() {
  const lines = new Map<string, number>();
  return (planned: PlannedRow, match: Match): PlannedRow => {
    const { row, person, state } = planned;
    const { email, externalId, phoneNumber } = row.values;
    const phone = phoneNumber && `phone ${e164Of(phoneNumber)}`;
    const own = [
      person && `id ${person.id}`,
      match.outdated && `id ${match.outdated}`,
      // It is about one of them, or about nobody.
      ...(match.person || match.canBeNew ? [] : match.candidates.map(({ id }) => `id ${id}`)),
      ...[person?.email, email].map((address) => address && `email ${address.toLowerCase()}`),
      externalId && `external ${externalId}`,
      // Families share a number: it stands for a person only where there is no e-mail.
      !email && phone,
    ].filter((key) => typeof key === 'string');
    const earlier = [...own, phone ?? ''].map((key) => lines.get(key)).find((line) => line !== undefined);
    for (const key of own) if (!lines.has(key)) lines.set(key, row.line);
    const isRepeated = earlier !== undefined && state !== 'refused' && state !== 'undecided';
    return isRepeated ? refused(row, [{ field: '', reason: `Row ${earlier} is about the same person` }]) : planned;
  };
}

/** Result of a row, by the person whom it matches. */
export const planMember = (row: FileRow, match: Match): PlannedRow =>
  resultOfMatch(row, match) ?? (match.person ? changedMember(row, match.person, match) : newMember(row));
