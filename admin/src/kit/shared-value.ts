/** Global value outside of React that any code can set; components subscribe to it. */
import { useSyncExternalStore } from 'react';

/** Creates a value with getter, setter and hook. */
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
    /** Subscribes outside of React. Returns the unsubscribe function. */
    subscribe,
    /** Whether any subscriber exists. */
    hasSubscribers: () => listeners.size > 0,
    /** Hook that rerenders when the selected value changes. */
    use: <Selected>(select: (value: Value) => Selected) => useSyncExternalStore(subscribe, () => select(value)),
  };
}

/** Selector of the whole value, for {@link sharedValue}. */
export const all = <Value>(value: Value): Value => value;
