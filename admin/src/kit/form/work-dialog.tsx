/** Dialog with one action. The button is unavailable with a reason until the action can run. */
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { Unavailable } from '../feedback/unavailable.tsx';
import { useLeaving } from './use-leaving.ts';
import classes from './work-dialog.module.css';

interface Props {
  title: string;
  close: () => void;
  /** Whether closing would lose input; asks first. */
  isTyped: boolean;
  /** Default: `lg`. */
  size?: 'md' | 'lg' | 'xl';
  /** Reason why the action cannot run; empty or false if it can. */
  why: string | false;
  /** For example "Assign 3 people". */
  submitLabel: string;
  isWorking: boolean;
  submit: () => Promise<void> | void;
  /** Content beside the buttons, such as Back. */
  aside?: ReactNode;
  children: ReactNode;
}

const noop = () => undefined;

/** Focuses the first field of the dialog, else the submit button, instead of its close button. */
function focusFirst(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return;
  const controls = 'input:not([type="file"], [tabindex="-1"]), select, textarea, [type="submit"]';
  form.querySelector(controls)?.setAttribute('data-autofocus', '');
}

export function WorkDialog({ title, close, isTyped, size = 'lg', submitLabel, isWorking, ...rest }: Props) {
  const { submit, aside, children } = rest;
  const { leave, closeOnEscape } = useLeaving({ isDirty: isTyped, discard: noop }, close);
  const why = isWorking ? 'In progress' : rest.why;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!why) void submit();
  };
  return (
    <Dialog onClose={leave} title={title} size={size} closeOnEscape={closeOnEscape}>
      <form ref={focusFirst} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs" className={classes['foot']} data-foot>
            {aside}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Unavailable why={why} isShown={isWorking}>
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
