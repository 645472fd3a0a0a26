/** One question at a time to the person, of whatever kind: who asks waits for the answer, what draws it gives it. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

export function asking<Question extends object>() {
  const asked = sharedValue<(Question & { answer: (isYes: boolean) => void }) | undefined>(undefined);
  return {
    /** A newer question answers the older with no. */
    ask: (question: Question): Promise<boolean> => {
      asked.get()?.answer(false);
      return new Promise((resolve) => {
        asked.set({
          ...question,
          answer: (isYes) => {
            asked.set(undefined);
            resolve(isYes);
          },
        });
      });
    },
    /** A hook of what draws it. When that goes, the answer is no. */
    useAsked: () => {
      useEffect(() => () => asked.get()?.answer(false), []);
      return asked.use(all);
    },
  };
}
