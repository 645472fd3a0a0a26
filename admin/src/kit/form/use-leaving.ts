/** Asks before unsaved changes are discarded, also when a dialog closes. */
import { useState } from 'react';
import { confirm } from '../feedback/confirm.tsx';

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

/** Asks whether to discard the changes, and discards them; returns whether it did. */
export async function askDiscard(
  form: { discard: () => void },
  text = 'The fields return to their saved values.',
): Promise<boolean> {
  const isSure = await confirm({
    title: 'Discard your changes?',
    text,
    action: 'Discard changes',
    back: 'Keep editing',
    isDestructive: true,
  });
  if (isSure) form.discard();
  return isSure;
}
