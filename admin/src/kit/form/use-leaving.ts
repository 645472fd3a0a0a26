/** Closes a dialog, asking first while it has unsaved values. */
import { useState } from 'react';
import { askDiscard } from './ask-discard.ts';

interface Typed {
  isDirty: boolean;
  discard: () => void;
}

/** While the question is open, Escape belongs to it and does not close the dialog. */
export function useLeaving(typed: Typed, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    setAsking(true);
    const isLeaving = !typed.isDirty || (await askDiscard(typed, 'Your changes will be lost.'));
    setAsking(false);
    if (isLeaving) close();
  };
  return { leave: () => void leave(), closeOnEscape: !isAsking };
}
