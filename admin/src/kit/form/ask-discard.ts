/** Asks before what was typed is gone. Answers whether it is. */
import { confirm } from '../feedback/confirm.tsx';
import type { EditForm } from './use-edit-form.ts';

export async function askDiscard<Values>(
  form: EditForm<Values>,
  text = 'The fields go back to what is saved.',
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
