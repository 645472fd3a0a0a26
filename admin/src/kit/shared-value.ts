/** A value of the whole app, outside of React: any code sets it, and what draws it follows. */
import { useSyncExternalStore } from 'react';

export function sharedValue<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Outside of React, too: calls back when it is set. Answers the way to stop. */
    follow: subscribe,
    /** Something on the page draws it. */
    isDrawn: () => listeners.size > 0,
    /** A hook. Draws again only when what is selected is another. */
    use: <Selected>(select: (value: Value) => Selected) => useSyncExternalStore(subscribe, () => select(value)),
  };
}

/** The whole of it, for {@link sharedValue}. */
export const all = <Value>(value: Value): Value => value;
