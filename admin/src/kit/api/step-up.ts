/**
 * The password again, where an endpoint asks for it (403, reason `step-up`): one question for all calls that wait. What
 * is given counts for the session, and so in its other tabs, which stop asking too.
 */
import { onSessionEnd } from './session.ts';

/** Told to the other tabs by their storage. */
const givenKey = 'password-given';

let asked: { answer: (isGiven: boolean) => void; given: Promise<boolean> } | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Calls back when the question comes and goes. Answers the way to stop listening. */
export function onPasswordQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isPasswordAsked = (): boolean => asked !== undefined;

/** Resolves with whether it was given; false at once where nothing draws the question. */
export function askPassword(): Promise<boolean> {
  if (asked) return asked.given;
  if (listeners.size === 0) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked = {
    given: promise,
    answer: (isGiven) => {
      asked = undefined;
      resolve(isGiven);
      tell();
    },
  };
  tell();
  return promise;
}

export const refusePassword = (): void => asked?.answer(false);

export function passwordGiven(): void {
  localStorage.setItem(givenKey, String(Date.now()));
  asked?.answer(true);
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === givenKey && newValue !== null) asked?.answer(true);
});
// The question does not wait for the next session.
onSessionEnd(refusePassword);
