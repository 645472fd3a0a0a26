/**
 * Modal dialog, open while it is mounted. Returns the focus to the previous element. Of stacked dialogs, only the top
 * one closes on Escape.
 */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { sharedValue } from '../shared-value.ts';
import { returnFocus, lastFocused } from './focus.ts';

const openDialogs = sharedValue<readonly string[]>([]);

export function Dialog({ closeOnEscape = true, ...props }: Omit<ModalProps, 'opened'>) {
  const id = useId();
  const top = openDialogs.use((dialogs) => dialogs.at(-1));
  const [previousFocus] = useState(lastFocused);
  useEffect(() => {
    openDialogs.set([...openDialogs.get(), id]);
    return () => {
      openDialogs.set(openDialogs.get().filter((one) => one !== id));
      returnFocus(previousFocus);
    };
  }, [id, previousFocus]);
  return <Modal opened {...props} closeOnEscape={closeOnEscape && top === id} returnFocus={false} />;
}
