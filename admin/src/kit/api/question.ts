/** One pending yes/no question shown to the user. Callers await the answer; a component renders the question. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

interface Pending {
  result: Promise<boolean>;
  answer: (isYes: boolean) => void;
}

/** Creates a question. `Question` is the type of its content, if it has any. */
export function createQuestion<Question extends object = Record<never, never>>() {
  const pending = sharedValue<(Question & Pending) | undefined>(undefined);
  const answer = (isYes: boolean): void => pending.get()?.answer(isYes);
  const ask = (question: Question): Promise<boolean> => {
    answer(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pending.set({
      ...question,
      result: promise,
      answer: (isYes) => {
        pending.set(undefined);
        resolve(isYes);
      },
    });
    return promise;
  };
  return {
    /** Asks the question. A question that is already pending is answered with no. */
    ask,
    /** Joins the pending question, or asks it. Resolves to no if no component renders it. */
    join: async (question: Question): Promise<boolean> =>
      await (pending.get()?.result ?? (pending.hasSubscribers() && ask(question))),
    answer,
    isPending: () => pending.get() !== undefined,
    /** Subscribes to the question appearing and disappearing. Returns the unsubscribe function. */
    subscribe: pending.subscribe,
    /** Hook for the component that renders the question; unmounting answers no. */
    usePending: () => {
      useEffect(() => () => pending.get()?.answer(false), []);
      return pending.use(all);
    },
  };
}
