/**
 * Step-up: asks for the password when an endpoint requires it (403, reason `step-up`). The confirmation counts for the
 * whole session, so other tabs stop asking as well.
 */
import { createQuestion } from './question.ts';
import { onSessionEnd } from './session.ts';

/** Local storage key whose storage event notifies the other tabs. */
const confirmedKey = 'password-given';

export const passwordQuestion = createQuestion();

export const refusePassword = (): void => passwordQuestion.answer(false);

/** Closes the password question as confirmed, in this and in the other tabs. */
export function acceptPassword(): void {
  localStorage.setItem(confirmedKey, String(Date.now()));
  passwordQuestion.answer(true);
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === confirmedKey && newValue !== null) passwordQuestion.answer(true);
});
// Closes the question when the session ends.
onSessionEnd(refusePassword);
