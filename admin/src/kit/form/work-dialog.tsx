/** A dialog that does one thing: its button says what, and why it cannot be done yet. */
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { Unavailable } from '../feedback/unavailable.tsx';
import { useLeaving } from './use-leaving.ts';
import classes from './work-dialog.module.css';

interface Props {
  title: string;
  close: () => void;
  /** Closing would lose something: it asks first. */
  isTyped: boolean;
  /** `lg` unless said. */
  size?: 'md' | 'lg' | 'xl';
  /** Why it cannot be done now; empty or false: it can. */
  why: string | false;
  /** "Assign 3 people" */
  submitLabel: string;
  isWorking: boolean;
  submit: () => Promise<void> | void;
  /** Beside the buttons: a step back. */
  aside?: ReactNode;
  children: ReactNode;
}

const forgetNothing = () => undefined;

/** A dialog that opens begins with its work, not with the way out of it. */
function beginHere(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return;
  const field = 'input:not([type="file"], [tabindex="-1"]), select, textarea';
  form.querySelector(field)?.setAttribute('data-autofocus', '');
}

export function WorkDialog({ title, close, isTyped, size = 'lg', submitLabel, isWorking, ...rest }: Props) {
  const { submit, aside, children } = rest;
  const { leave, closeOnEscape } = useLeaving({ isDirty: isTyped, discard: forgetNothing }, close);
  const why = isWorking ? 'In progress' : rest.why;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!why) void submit();
  };
  return (
    <Dialog onClose={leave} title={title} size={size} closeOnEscape={closeOnEscape}>
      <form ref={beginHere} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs" className={classes['foot']}>
            {aside}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Unavailable why={why}>
              <Button type="submit" data-loading={isWorking || undefined}>
                {submitLabel}
              </Button>
            </Unavailable>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
