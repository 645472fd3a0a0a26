/** The conflict of a form: what was typed, beside what somebody else made of the record. */
import { ConflictDialog } from './conflict-dialog.tsx';
import { sayValue } from './field-words.ts';
import type { EditForm } from './use-edit-form.ts';
import type { Conflict } from './use-saving.ts';
import { differing } from './values.ts';

export function FormConflict<Values>({ form, conflict }: { form: EditForm<Values>; conflict: Conflict<Values> }) {
  const { by, at } = conflict;
  const mine = form.fields.values;
  const theirs = conflict.theirs.values;
  const changed = form.changed();
  const compared = (differing(mine as object, theirs as object) as (keyof Values & string)[]).map((name) => ({
    label: form.field(name).label,
    isMine: changed.includes(name),
    mine: changed.includes(name) ? sayValue(mine[name], form.field(name)) : 'Not changed by you: theirs stays',
    theirs: sayValue(theirs[name], form.field(name)),
  }));
  return (
    <ConflictDialog
      by={by}
      at={at}
      text={`Your changes are not saved yet. Keeping yours leaves what only ${by} changed.`}
      compared={compared}
      onTheirs={form.takeTheirs}
      onMine={() => void form.keepMine()}
      onClose={form.askLater}
    />
  );
}
