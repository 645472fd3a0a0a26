/** The conflict of what a button does to a record: asked like any question, with the dialog that forms have. */
import { createQuestion } from '../api/question.ts';
import { ConflictDialog, type ConflictProps } from '../form/conflict-dialog.tsx';

const { ask, usePending: useAsked } = createQuestion<Omit<ConflictProps, 'onTheirs' | 'onMine' | 'onClose'>>();

/** Whether the person keeps theirs; false: the other's stands. */
export const askConflict = ask;

/** Drawn by the page of a record. */
export function ConflictQuestion() {
  const question = useAsked();
  if (!question) return null;
  const { answer, ...conflict } = question;
  const leave = () => answer(false);
  return <ConflictDialog {...conflict} onTheirs={leave} onClose={leave} onMine={() => answer(true)} />;
}
