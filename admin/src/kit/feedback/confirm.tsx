/** Asks before something that cannot be undone: the question and the button name the thing and the count. */
import { Button, Group, Text } from '@mantine/core';
import { createQuestion } from '../api/question.ts';
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

const { ask, usePending: useAsked } = createQuestion<Question>();

/** `if (!(await confirm({ … }))) return;` — one question at a time; a newer one answers the older with no. */
export const confirm = ask;

/** Shows the questions; mounted once, by the shell. */
export function Confirms() {
  // A question does not wait for the next session: it goes with the shell.
  const question = useAsked();
  if (!question) return null;
  const { title, text, action, back = 'Cancel', isDestructive, answer } = question;
  return (
    <Dialog onClose={() => answer(false)} title={title} size={440}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus={isDestructive || undefined} onClick={() => answer(false)}>
          {back}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : {})}
          data-autofocus={!isDestructive || undefined}
          onClick={() => answer(true)}
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
