/** A question to the person that calls wait for: one for all that wait, and answered with no where nothing draws it. */

export interface Question {
  /** Resolves with the answer. */
  ask: () => Promise<boolean>;
  answer: (isYes: boolean) => void;
  isAsked: () => boolean;
  /** Calls back when it comes and goes. Answers the way to stop listening. */
  onChange: (listener: () => void) => () => void;
}

export function question(): Question {
  const listeners = new Set<() => void>();
  let asked: PromiseWithResolvers<boolean> | undefined;
  const set = (next: typeof asked) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  return {
    ask: () => {
      if (!asked && listeners.size === 0) return Promise.resolve(false);
      if (!asked) set(Promise.withResolvers<boolean>());
      return asked!.promise;
    },
    answer: (isYes) => {
      const waiting = asked;
      set(undefined);
      waiting?.resolve(isYes);
    },
    isAsked: () => asked !== undefined,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
