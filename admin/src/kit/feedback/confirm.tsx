/** Asks before something that cannot be undone: the question and the button name the thing and the count. */
import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';
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

const asked = sharedValue<(Question & { answer: (isYes: boolean) => void }) | undefined>(undefined);

/** `if (!(await confirm({ … }))) return;` — one question at a time; a newer one answers the older with no. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (isYes) => {
        asked.set(undefined);
        resolve(isYes);
      },
    });
  });
}

/** Shows the questions; mounted once, by the shell. */
export function Confirms() {
  const question = asked.use(all);
  // A question does not wait for the next session.
  useEffect(() => () => asked.get()?.answer(false), []);
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
