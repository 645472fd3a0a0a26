/**
 * A dialog, there while it is drawn. The focus goes back to what had it. Of several, one over the other, Escape is for
 * the upper one.
 */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { sharedValue } from '../shared-value.ts';
import { focusAgain, lastFocused } from './focus.ts';

const shown = sharedValue<readonly string[]>([]);

export function Dialog({ closeOnEscape = true, ...props }: Omit<ModalProps, 'opened'>) {
  const id = useId();
  const top = shown.use((dialogs) => dialogs.at(-1));
  const [before] = useState(lastFocused);
  useEffect(() => {
    shown.set([...shown.get(), id]);
    return () => {
      shown.set(shown.get().filter((one) => one !== id));
      focusAgain(before);
    };
  }, [id, before]);
  return <Modal opened {...props} closeOnEscape={closeOnEscape && top === id} returnFocus={false} />;
}
