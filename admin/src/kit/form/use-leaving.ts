/** The one way out of a dialog: it asks while something is typed. */
import { useState } from 'react';
import { askDiscard } from './ask-discard.ts';

interface Typed {
  isDirty: boolean;
  discard: () => void;
}

/** Escape is the question's own while it is asked. */
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
