/**
 * The password again, where an endpoint asks for it (403, reason `step-up`). What is given counts for the session, and
 * so in its other tabs, which stop asking too.
 */
import { asking } from './asking.ts';
import { onSessionEnd } from './session.ts';

/** Told to the other tabs by their storage. */
const givenKey = 'password-given';

export const passwordQuestion = asking();

export const refusePassword = (): void => passwordQuestion.answer(false);

export function passwordGiven(): void {
  localStorage.setItem(givenKey, String(Date.now()));
  passwordQuestion.answer(true);
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === givenKey && newValue !== null) passwordQuestion.answer(true);
});
// The question does not wait for the next session.
onSessionEnd(refusePassword);
