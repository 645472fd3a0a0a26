/** Asks whether to discard a form's changes, and discards them. Returns whether they were discarded. */
import { confirm } from '../feedback/confirm.tsx';

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
