/**
 * A dialog, there while it is drawn. The focus goes back to what had it. Of several, one over the other, Escape is for
 * the upper one.
 */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { focusAgain, lastFocused } from './focus.ts';

let shown: readonly string[] = [];
const listeners = new Set<() => void>();
const show = (next: readonly string[]) => {
  shown = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Dialog({ closeOnEscape = true, ...props }: Omit<ModalProps, 'opened'>) {
  const id = useId();
  const top = useSyncExternalStore(subscribe, () => shown.at(-1));
  const [before] = useState(lastFocused);
  useEffect(() => {
    show([...shown, id]);
    return () => {
      show(shown.filter((one) => one !== id));
      focusAgain(before);
    };
  }, [id, before]);
  return <Modal opened {...props} closeOnEscape={closeOnEscape && top === id} returnFocus={false} />;
}
