/**
 * Shortcuts, navigation guard, save bar and conflict dialog of a form; mounted even while its fields are on a hidden
 * tab.
 */
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useWindowEvent } from '../use-window-event.ts';
import { confirm } from '../feedback/confirm.tsx';
import { commandKey } from '../feedback/keys.ts';
import { type Keys, usePageKeys } from '../feedback/page-keys.ts';
import { askDiscard } from './ask-discard.ts';
import { FormConflict } from './form-conflict.tsx';
import { SaveBar } from './save-bar.tsx';
import type { EditForm } from './use-edit-form.ts';

interface Props<Values> {
  form: EditForm<Values>;
  /** A form that creates has its own button instead of the save bar. */
  isCreating?: boolean;
  /** Path of the record; the form is kept while its tabs change. */
  base?: string;
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
