/** Step-up question over the current page. */
import { Suspense } from 'react';
import { passwordQuestion } from '../api/step-up.ts';
import { later } from '../later.ts';

const PasswordDialog = later(async () => (await import('./password-dialog.tsx')).PasswordDialog);

/** Renders the dialog; mounted once by the shell. */
export function PasswordQuestion() {
  return passwordQuestion.usePending() ? (
    <Suspense>
      <PasswordDialog />
    </Suspense>
  ) : null;
}
