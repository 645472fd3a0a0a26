/**
 * Re-sign-in over the open page after the session expired: calls wait until the same user is back and are then repeated
 * (looks.md, Session end). Not offered after signing out.
 */
import { createQuestion } from './question.ts';
import { onSessionBegin, onSessionEnd } from './session.ts';

export const signInQuestion = createQuestion();

/** Whether the session ended by signing out, so that pending calls need no answer. */
let isOver = false;

/** Resolves to whether the same user is signed in again. */
export const askSignIn = async (): Promise<boolean> => !isOver && (await signInQuestion.join({}));

onSessionEnd((reason) => {
  isOver = reason !== 'expired';
  if (isOver) signInQuestion.answer(false);
});
onSessionBegin(() => {
  isOver = false;
});
