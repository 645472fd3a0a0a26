/** One question at a time to the person, of whatever kind: who asks waits for the answer, what draws it gives it. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

interface Asked {
  answered: Promise<boolean>;
  answer: (isYes: boolean) => void;
}

/** With what the question says, if it is not always the same. */
export function asking<Question extends object = Record<never, never>>() {
  const asked = sharedValue<(Question & Asked) | undefined>(undefined);
  const answer = (isYes: boolean): void => asked.get()?.answer(isYes);
  const ask = (question: Question): Promise<boolean> => {
    answer(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked.set({
      ...question,
      answered: promise,
      answer: (isYes) => {
        asked.set(undefined);
        resolve(isYes);
      },
    });
    return promise;
  };
  return {
    /** A newer question answers the older with no. */
    ask,
    /** Waits with all that ask the same; no where nothing draws it. */
    join: async (question: Question): Promise<boolean> =>
      await (asked.get()?.answered ?? (asked.isDrawn() && ask(question))),
    answer,
    isAsked: () => asked.get() !== undefined,
    /** Calls back when it comes and goes. Answers the way to stop. */
    follow: asked.follow,
    /** A hook of what draws it. When that goes, the answer is no. */
    useAsked: () => {
      useEffect(() => () => asked.get()?.answer(false), []);
      return asked.use(all);
    },
  };
}
