/**
 * Shortcuts, navigation guard, save bar and conflict dialog of a form; mounted even while its fields are on a hidden
 * tab.
 */
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useWindowEvent } from '../use-window-event.ts';
import { confirm } from '../feedback/confirm.tsx';
import { commandKey, type Keys, usePageKeys } from '../feedback/keys.ts';
import { askDiscard } from './use-leaving.ts';
import type { EditForm } from './use-edit-form.ts';
import { callUntyped } from '../call-untyped.ts';
import { ConflictDialog, otherChangesOf } from './conflict-dialog.tsx';
import { formatValue } from './field-words.ts';
import type { Conflict } from './use-working-copy.ts';
import { type Clash, type RowRule, clashesOf } from './merge.ts';
import { changedKeys } from './values.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { runThenFocus } from '../feedback/focus.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { counted } from '../format/formats.ts';
import { BottomBar, KeyOf } from './bottom-bar.tsx';

interface Props<Values> {
  form: EditForm<Values>;
  /** A form that creates has its own button instead of the save bar. */
  isCreating?: boolean;
  /** Path of the record; the form is kept while its tabs change. */
  base?: string | undefined;
}

const keys: Keys = [
  [`${commandKey}S`, 'Save'],
  ['Esc', 'Discard changes'],
];

export function FormKeeper<Values>({ form, isCreating = false, base }: Props<Values>) {
  useNavigationGuard(form, base);
  const save = () => {
    if (isActive(form)) void form.submit();
  };
  usePageKeys(keys);
  useHotkeys([['mod+S', save]], [], true);
  // Captured before an open overlay handles Escape and closes.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !isCreating && isActive(form) && !hasOpenOverlay()) void askDiscard(form);
    },
    true,
  );
  return (
    <>
      {!isCreating && <SaveBar form={form} />}
      {form.conflict && <FormConflict form={form} conflict={form.conflict} />}
    </>
  );
}

/** Whether a shortcut is meant for this form: it is dirty and has the focus, or no form has the focus. */
function isActive<Values>({ isDirty, place }: EditForm<Values>): boolean {
  const at = document.activeElement?.closest('form');
  return isDirty && (!at || at === place.element());
}

/** Selects keep closed lists in the document, so visibility is checked. */
const hasOpenOverlay = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((at) => at.checkVisibility());

/**
 * Asks before unsaved changes are lost by leaving the record or closing the browser tab. Changing the record's tab does
 * not ask.
 */
function useNavigationGuard<Values>(form: EditForm<Values>, base: string | undefined): void {
  useBlocker({
    enableBeforeUnload: form.hasUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const stays =
        current.pathname === next.pathname || (base !== undefined && `${next.pathname}/`.startsWith(`${base}/`));
      if (stays || !form.hasUnsaved()) return false;
      const leaves = await confirm({
        title: 'Leave without saving?',
        text: 'Your changes on this page are not saved yet.',
        action: 'Discard and leave',
        back: 'Stay',
        isDestructive: true,
      });
      if (leaves) form.discard();
      return !leaves;
    },
  });
}

/** Compares the typed values with the newly saved record. */
function FormConflict<Values>({ form, conflict }: { form: EditForm<Values>; conflict: Conflict<Values> }) {
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

/** Status, Discard and Save while the form has unsaved changes. */
function SaveBar<Values>({ form }: { form: EditForm<Values> }) {
  if (!form.isDirty && !form.isSaving) return null;
  const invalidCount = Object.keys(form.fields.errors).length;
  const status =
    form.trouble ||
    (invalidCount > 0 ? (
      <UnstyledButton td="underline" onClick={() => form.place.show()}>
        {counted(invalidCount, 'field', 'fields')} to correct
      </UnstyledButton>
    ) : form.isRestored ? (
      'Your unsaved changes were restored.'
    ) : (
      'Unsaved changes'
    ));
  // The bar disappears together with the pressed button; without this, focus could land on a destructive button after
  // it.
  const nextFocus = () => form.place.last() ?? document.querySelector<HTMLElement>('#main');
  return (
    <BottomBar label="Unsaved changes" status={status}>
      <Unavailable why={form.isSaving && 'It is being saved'}>
        <Button variant="default" onClick={() => void runThenFocus(() => askDiscard(form), nextFocus)}>
          Discard
        </Button>
      </Unavailable>
      <Button
        loading={form.isSaving}
        onClick={() => void runThenFocus(form.submit, nextFocus)}
        rightSection={<KeyOf letter="S" />}
      >
        Save
      </Button>
    </BottomBar>
  );
}
