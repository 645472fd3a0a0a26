/** What watches over a form, whether its fields are on the screen or on another tab: keys, the guard, a conflict. */
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../feedback/confirm.tsx';
import { commandKey } from '../feedback/keys.ts';
import { type Keys, usePageKeys } from '../feedback/page-keys.ts';
import { askDiscard } from './ask-discard.ts';
import { FormConflict } from './form-conflict.tsx';
import { SaveBar } from './save-bar.tsx';
import type { EditForm } from './use-edit-form.ts';

interface Props<Values> {
  form: EditForm<Values>;
  /** It creates: it has a button of its own instead of the save bar. */
  isCreating?: boolean;
  /** The address of the record, where the form survives a change of its tab. */
  base?: string;
}

const keys: Keys = [
  [`${commandKey}S`, 'Save'],
  ['Esc', 'Discard changes'],
];

export function FormKeeper<Values>({ form, isCreating = false, base }: Props<Values>) {
  useGuard(form, base);
  const save = () => {
    if (isMeant(form)) void form.submit();
  };
  usePageKeys(keys);
  useHotkeys([['mod+S', save]], [], true);
  // Heard before whatever is open above the form closes: that Escape is not for the form.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !isCreating && isMeant(form) && !isSomethingOpen()) void askDiscard(form);
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

/** A page may have several forms: keys are for the one that the person is in, and has changed. */
function isMeant<Values>({ isDirty, place }: EditForm<Values>): boolean {
  const at = document.activeElement?.closest('form');
  return isDirty && (!at || at === place.element());
}

/** Selects keep their closed lists in the page. */
const isSomethingOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((at) => at.checkVisibility());

/** Leaving the record, or the browser's tab, asks first while something would be lost; another tab of it does not. */
function useGuard<Values>(form: EditForm<Values>, base: string | undefined): void {
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
