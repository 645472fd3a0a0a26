/**
 * A session that ran out, over the page that it was for: calls wait until the same person is back, and are sent again
 * then (looks.md, Session end). Who chose to leave is not asked.
 */
import { asking } from './asking.ts';
import { onSessionBegin, onSessionEnd } from './session.ts';

export const signInQuestion = asking();

/** The person signed out, here or in another tab: what was still under way is of no use to anybody. */
let isOver = false;

/** Whether the same person is back. */
export const askSignIn = async (): Promise<boolean> => !isOver && (await signInQuestion.join({}));

onSessionEnd((reason) => {
  isOver = reason !== 'expired';
  if (isOver) signInQuestion.answer(false);
});
onSessionBegin(() => {
  isOver = false;
});
