/** Conflict of a form: compares the typed values with the newly saved record. */
import { callUntyped } from '../call-untyped.ts';
import { ConflictDialog, otherChangesOf } from './conflict-dialog.tsx';
import { formatValue } from './field-words.ts';
import type { EditForm } from './use-edit-form.ts';
import type { Conflict } from './use-working-copy.ts';
import { type Clash, type RowRule, clashesOf } from './merge.ts';
import { changedKeys } from './values.ts';

export function FormConflict<Values>({ form, conflict }: { form: EditForm<Values>; conflict: Conflict<Values> }) {
  const { by, isYou, at } = conflict;
  const mine = form.fields.values;
  const theirs = conflict.theirs.values;
  const changed = form.changed();
  const compared = (changedKeys(mine as object, theirs as object) as (keyof Values & string)[]).flatMap((name) => {
    const field = form.field(name);
    const rule = form.rows[name];
    if (rule && changed.includes(name))
      return clashesOf(rule, name, form.base() as object, mine as object, theirs as object).map((clash) =>
        rowCompared(rule, field.item ?? 'line', clash),
      );
    return {
      label: field.label,
      isMine: changed.includes(name),
      mine: changed.includes(name) ? formatValue(mine[name], field) : 'Not changed by you: theirs stays',
      theirs: formatValue(theirs[name], field),
    };
  });
  return (
    <ConflictDialog
      by={by}
      isYou={isYou}
      at={at}
      text={`Your changes are not saved yet. Only your fields are overwritten; ${otherChangesOf(conflict)} stay.`}
      compared={compared}
      onTheirs={form.takeTheirs}
      onMine={() => void form.keepMine()}
      onClose={form.askLater}
    />
  );
}

function rowCompared({ say }: RowRule, item: string, { at, mine, theirs }: Clash) {
  const format = (row: object | undefined) => (row ? callUntyped(say, row) : 'Deleted');
  const label = `${item.charAt(0).toUpperCase()}${item.slice(1)} ${at}`;
  return { label, isMine: true, mine: format(mine), theirs: format(theirs) };
}
