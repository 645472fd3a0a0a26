/** Asks before something that cannot be undone: the question and the button name the thing and the count. */
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { Dialog } from './dialog.tsx';

export interface Question {
  /** "Delete 3 vouchers?" */
  title: string;
  /** What goes, what stays. */
  text: string;
  /** The button repeats the action: "Delete 3 vouchers". */
  action: string;
  /** The way back, "Cancel" unless said. */
  back?: string;
  isDestructive?: boolean;
}

let asked: (Question & { answer: (isYes: boolean) => void }) | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** `if (!(await confirm({ … }))) return;` — one question at a time; a newer one answers the older with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    asked = {
      ...question,
      answer: (isYes) => {
        asked = undefined;
        tell();
        resolve(isYes);
      },
    };
    tell();
  });
}

/** Shows the questions; mounted once, by the shell. */
export function Confirms() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  // A question does not wait for the next session.
  useEffect(() => () => asked?.answer(false), []);
  if (!question) return null;
  const { title, text, action, back = 'Cancel', isDestructive, answer } = question;
  return (
    <Dialog onClose={() => answer(false)} title={title} size={440}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus={isDestructive} onClick={() => answer(false)}>
          {back}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : {})}
          data-autofocus={!isDestructive}
          onClick={() => answer(true)}
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
