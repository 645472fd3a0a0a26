/** Confirmation dialog for irreversible actions. Title and button name the object and the count. */
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { createQuestion } from '../api/question.ts';
import { Dialog } from './dialog.tsx';

export interface Question {
  /** For example "Delete 3 vouchers?". */
  title: string;
  /** Describes what is deleted and what stays. */
  text: string;
  /** Label of the button, which repeats the action: "Delete 3 vouchers". */
  action: string;
  /** Label of the cancel button; default: "Cancel". */
  back?: string;
  isDestructive?: boolean;
  /** A choice within the action. `set` is called with each change, before the answer. */
  tick?: { label: string; isOn: boolean; set: (isOn: boolean) => void } | undefined;
}

const { ask, usePending } = createQuestion<Question>();

/** Asks the question: `if (!(await confirm({ … }))) return;`. A newer question answers a pending one with no. */
export const confirm = ask;

/** Renders the confirmation dialog; mounted once by the shell. */
export function Confirms() {
  // Unmounting with the shell answers no, so a question does not survive the session.
  const question = usePending();
  return question ? <ConfirmDialog question={question} answer={question.answer} /> : null;
}

interface Props {
  question: Question;
  answer: (isYes: boolean) => void;
}

function ConfirmDialog({ question, answer }: Props) {
  const { title, text, action, back = 'Cancel', isDestructive, tick } = question;
  return (
    <Dialog onClose={() => answer(false)} title={title} size={440}>
      <Text mb="lg">{text}</Text>
      {tick && (
        <Checkbox
          mb="lg"
          label={tick.label}
          defaultChecked={tick.isOn}
          onChange={(event) => tick.set(event.currentTarget.checked)}
        />
      )}
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
