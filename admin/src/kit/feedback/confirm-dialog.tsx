/** Dialog of a confirmation. */
import { Button, Group, Text } from '@mantine/core';
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
}

interface Props {
  question: Question;
  answer: (isYes: boolean) => void;
}

export function ConfirmDialog({ question, answer }: Props) {
  const { title, text, action, back = 'Cancel', isDestructive } = question;
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
