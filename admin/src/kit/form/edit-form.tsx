/** The form around its fields: save bar, keys, the guard against leaving, the question when somebody saved first. */
import { Button, Group, Kbd, Stack } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { confirm } from '../feedback/confirm.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { EditForm as Form } from './use-edit-form.ts';
import { useKeptFocus } from '../feedback/focus.ts';
import { counted } from '../format/formats.ts';
import { commandKey } from '../feedback/keys.ts';
import classes from './edit-form.module.css';

interface Props<Values> {
  form: Form<Values>;
  children: ReactNode;
  /** A form that creates has a button with this text below its fields; one that edits has the save bar. */
  submitLabel?: string;
  /** Beside the submit button: leaves without creating; {@link FormDialog} asks first. */
  onCancel?: () => void;
}

export function EditForm<Values>({ form, children, submitLabel, onCancel }: Props<Values>) {
  useGuard(form);
  useHotkeys(
    [
      [
        'mod+S',
        () => {
          if (isMeant(form)) void form.submit();
        },
      ],
    ],
    [],
    true,
  );
  // Heard before whatever is open above the form closes: that Escape is not for the form.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !submitLabel && isMeant(form) && !isSomethingOpen()) void askDiscard(form);
    },
    true,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={form.element} className={classes['form']} onSubmit={submit} noValidate>
      <Stack gap="md">{children}</Stack>
      {submitLabel ? (
        <Group justify="flex-end" gap="xs" mt="lg">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={form.isSaving}>
            {submitLabel}
          </Button>
        </Group>
      ) : (
        <SaveBar form={form} />
      )}
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} />}
    </form>
  );
}

function SaveBar<Values>({ form }: { form: Form<Values> }) {
  const button = useKeptFocus(form.isSaving);
  if (!form.isDirty && !form.isSaving) return null;
  const wrong = Object.keys(form.fields.errors).length;
  const said =
    form.trouble ||
    (wrong > 0
      ? `${counted(wrong, 'field needs', 'fields need')} a look`
      : form.isRestored
        ? 'What you typed before was put back.'
        : 'Unsaved changes');
  return (
    <div className={classes['bar']} role="region" aria-label="Unsaved changes">
      <span role="status">{said}</span>
      <Button variant="default" disabled={form.isSaving} onClick={() => void askDiscard(form)}>
        Discard
      </Button>
      <Button
        ref={button}
        type="submit"
        loading={form.isSaving}
        rightSection={
          <Kbd size="xs" className={classes['key'] ?? ''}>
            {commandKey}S
          </Kbd>
        }
      >
        Save
      </Button>
    </div>
  );
}

/** A page may have several forms: keys are for the one that the person is in, and has changed. */
function isMeant<Values>({ isDirty, element }: Form<Values>): boolean {
  const at = document.activeElement?.closest('form');
  return isDirty && (!at || at === element.current);
}

/** Selects keep their closed lists in the page. */
const isSomethingOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((at) => at.checkVisibility());

/** Answers whether what is typed is gone. */
export async function askDiscard<Values>(form: Form<Values>): Promise<boolean> {
  const isSure = await confirm({
    title: 'Discard your changes?',
    text: 'The fields go back to what is saved.',
    action: 'Discard changes',
    back: 'Keep editing',
    isDestructive: true,
  });
  if (isSure) form.discard();
  return isSure;
}

/** Leaving the page, or the tab, asks first while something would be lost. */
function useGuard<Values>(form: Form<Values>): void {
  useBlocker({
    enableBeforeUnload: form.hasUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (!form.hasUnsaved() || current.pathname === next.pathname) return false;
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
