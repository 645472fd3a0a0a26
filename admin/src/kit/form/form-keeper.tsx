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

/** Parts of a form that do not depend on its values. */
type AnyForm = Pick<
  EditForm<object>,
  'isDirty' | 'isSaving' | 'trouble' | 'isRestored' | 'place' | 'hasUnsaved' | 'submit' | 'discard'
> & { fields: { errors: object } };

interface Props<Values, Others> {
  form: EditForm<Values>;
  /** Second form on the page, saved and discarded together with the first. */
  also?: EditForm<Others> | undefined;
  /** A form that creates has its own button instead of the save bar. */
  isCreating?: boolean;
  /** Path of the record; the form is kept while its tabs change. */
  base?: string | undefined;
}

const keys: Keys = [
  [`${commandKey}S`, 'Save'],
  ['Esc', 'Discard changes'],
];

export function FormKeeper<Values, Others>({ form, also, isCreating = false, base }: Props<Values, Others>) {
  const forms: readonly AnyForm[] = also ? [form, also] : [form];
  useNavigationGuard(forms, base);
  const save = () => {
    if (isActive(forms)) void submitAll(forms);
  };
  usePageKeys(keys);
  useHotkeys([['mod+S', save]], [], true);
  // Captured before an open overlay handles Escape and closes.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !isCreating && isActive(forms) && !hasOpenOverlay()) void askDiscard(all(forms));
    },
    true,
  );
  return (
    <>
      {!isCreating && <SaveBar forms={forms} />}
      {form.conflict && <FormConflict form={form} conflict={form.conflict} />}
      {also?.conflict && <FormConflict form={also} conflict={also.conflict} />}
    </>
  );
}

/** Whether a shortcut is meant for these forms: one is dirty, and one or no form has the focus. */
function isActive(forms: readonly AnyForm[]): boolean {
  const at = document.activeElement?.closest('form');
  return forms.some(({ isDirty }) => isDirty) && (!at || forms.some(({ place }) => place.element() === at));
}

/** Saves one dirty form after the other. Resolves to whether all were saved. */
async function submitAll(forms: readonly AnyForm[]): Promise<boolean> {
  let isSaved = true;
  for (const form of forms) if (form.isDirty) isSaved = (await form.submit()) && isSaved;
  return isSaved;
}

const all = (forms: readonly AnyForm[]) => ({ discard: () => forms.forEach(({ discard }) => discard()) });

/** Selects keep closed lists in the document, so visibility is checked. */
const hasOpenOverlay = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((at) => at.checkVisibility());

/**
 * Asks before unsaved changes are lost by leaving the record or closing the browser tab. Changing the record's tab does
 * not ask.
 */
function useNavigationGuard(forms: readonly AnyForm[], base: string | undefined): void {
  const hasUnsaved = () => forms.some((form) => form.hasUnsaved());
  useBlocker({
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const stays =
        current.pathname === next.pathname || (base !== undefined && `${next.pathname}/`.startsWith(`${base}/`));
      if (stays || !hasUnsaved()) return false;
      const leaves = await confirm({
        title: 'Leave without saving?',
        text: 'Your changes on this page are not saved yet.',
        action: 'Discard and leave',
        back: 'Stay',
        isDestructive: true,
      });
      if (leaves) all(forms).discard();
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

/** Status, Discard and Save while something is unsaved. */
function SaveBar({ forms }: { forms: readonly AnyForm[] }) {
  const isSaving = forms.some((form) => form.isSaving);
  if (!isSaving && !forms.some(({ isDirty }) => isDirty)) return null;
  const invalidCount = forms.reduce((sum, { fields }) => sum + Object.keys(fields.errors).length, 0);
  const showFirst = () => forms.find(({ fields }) => Object.keys(fields.errors).length > 0)?.place.show();
  const status =
    forms.find(({ trouble }) => trouble)?.trouble ||
    (invalidCount > 0 ? (
      <UnstyledButton td="underline" onClick={showFirst}>
        {counted(invalidCount, 'field needs', 'fields need')} a look
      </UnstyledButton>
    ) : forms.some(({ isRestored }) => isRestored) ? (
      'Your unsaved changes were restored.'
    ) : (
      'Unsaved changes'
    ));
  // The bar disappears together with the pressed button; without this, focus could land on a destructive button after
  // it.
  const nextFocus = () =>
    forms.map(({ place }) => place.last()).find(Boolean) ?? document.querySelector<HTMLElement>('#main');
  return (
    <BottomBar label="Unsaved changes" status={status}>
      <Unavailable why={isSaving && 'It is being saved'} isShown>
        <Button variant="default" onClick={() => void runThenFocus(() => askDiscard(all(forms)), nextFocus)}>
          Discard
        </Button>
      </Unavailable>
      <Button
        loading={isSaving}
        onClick={() => void runThenFocus(() => submitAll(forms), nextFocus)}
        rightSection={<KeyOf letter="S" />}
      >
        Save
      </Button>
    </BottomBar>
  );
}
