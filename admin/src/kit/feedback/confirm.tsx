/** Confirmation dialog for irreversible actions. Title and button name the object and the count. */
import { Suspense } from 'react';
import { createQuestion } from '../api/question.ts';
import { later } from '../later.ts';

const ConfirmDialog = later(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

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

const { ask, usePending } = createQuestion<Question>();

/** Asks the question: `if (!(await confirm({ … }))) return;`. A newer question answers a pending one with no. */
export const confirm = ask;

/** Renders the confirmation dialog; mounted once by the shell. */
export function Confirms() {
  // Unmounting with the shell answers no, so a question does not survive the session.
  const question = usePending();
  return question ? (
    <Suspense>
      <ConfirmDialog question={question} answer={question.answer} />
    </Suspense>
  ) : null;
}
