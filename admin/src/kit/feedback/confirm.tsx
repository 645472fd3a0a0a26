/** Confirmation dialog for irreversible actions. Title and button name the object and the count. */
import { Suspense } from 'react';
import { createQuestion } from '../api/question.ts';
import { later } from '../later.ts';
import type { Question } from './confirm-dialog.tsx';

const ConfirmDialog = later(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

export type { Question };

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
