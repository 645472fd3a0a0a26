/** Result of each row of an import, computed alike for the preview and for the import itself. */
import { importKinds, personKeys } from '#contract/user/import/columns.ts';
import type { ImportState } from '#contract/user/import/endpoints.ts';
import type { PlannedRecord } from '#shared/batch/import.ts';
import type { FileRow, RowFault } from './file.ts';
import type { Match } from './person-match.ts';
import type { Person } from './queries.ts';

export interface MatchedRow {
  row: FileRow;
  match: Match;
}

export interface Change {
  label: string;
  before: string;
  after: string;
}

export interface PlannedRow {
  row: FileRow;
  state: ImportState;
  person?: Person | undefined;
  changes: readonly Change[];
  faults: readonly RowFault[];
  record?: PlannedRecord;
}

export const refused = (row: FileRow, faults: readonly RowFault[], person?: Person): PlannedRow => ({
  row,
  state: 'refused',
  person,
  changes: [],
  faults,
});

export const unchanged = (row: FileRow, person: Person): PlannedRow => ({
  row,
  state: 'unchanged',
  person,
  changes: [],
  faults: [],
});

/** Refusal of a row whose person is not here. */
export const noMember = (row: FileRow): PlannedRow => {
  const field = personKeys.find((key) => row.values[key] !== undefined);
  return refused(row, [{ field: field ?? '', reason: field ? 'There is no such member: import the members first' : 'Whose it is is missing' }]); // prettier-ignore
};

/** Values by which a person is found, in words: they say why a row is doubtful. */
const keysOf = ({ values }: FileRow): Change[] =>
  personKeys.flatMap((key) =>
    values[key] === undefined ? [] : [{ label: importKinds.members.fields[key].label, before: '', after: values[key] }],
  );

/** Result of rows that are refused or doubtful before anything is compared; undefined: go on. */
export function resultOfMatch(row: FileRow, match: Match): PlannedRow | undefined {
  if (row.faults.length > 0) return refused(row, row.faults);
  if (match.answer === 'skip') return refused(row, [{ field: '', reason: 'Left out' }]);
  if (match.candidates.length > 0 && !match.answer)
    return { row, state: 'undecided', changes: keysOf(row), faults: [] };
  if (match.outdated)
    return refused(row, [{ field: '', reason: 'You chose a person whom this row does not match any more: choose the file again' }]); // prettier-ignore
  if (match.person && match.person.role !== 'member')
    return refused(row, [{ field: '', reason: `${match.person.name} is staff: an import changes members only` }]);
  return undefined;
}

/** Answers by line (`12:id,15:new`). */
export const readAnswers = (answers: string): ReadonlyMap<number, string> =>
  new Map(
    answers.split(',').flatMap((answer) => {
      const [line, value] = answer.split(':');
      return value === undefined ? [] : [[Number(line), value.toLowerCase()] as const];
    }),
  );
