/** Conflict dialog for actions on a record, the same as in forms. */
import { createQuestion } from '../api/question.ts';
import { ConflictDialog, type ConflictProps } from '../form/conflict-dialog.tsx';

const { ask, usePending } = createQuestion<Omit<ConflictProps, 'onTheirs' | 'onMine' | 'onClose'>>();

/** Asks how to resolve the conflict. Resolves to true for keeping mine, false for taking theirs. */
export const askConflict = ask;

/** Renders the dialog; mounted by the record's page. */
export function ConflictQuestion() {
  const question = usePending();
  if (!question) return null;
  const { answer, ...conflict } = question;
  const leave = () => answer(false);
  return <ConflictDialog {...conflict} onTheirs={leave} onClose={leave} onMine={() => answer(true)} />;
}
