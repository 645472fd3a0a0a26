/** Action that deletes a record after a confirmation and goes to the list. */
import { useNavigate } from '@tanstack/react-router';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint, Messages } from '#contract/kernel/endpoint.ts';
import { confirm } from '../feedback/confirm.tsx';
import { refuseUploadsOf } from '../feedback/uploads.ts';
import type { Action } from './head-actions.tsx';
import type { Opened } from './opened.ts';
import { useChange } from './use-change.ts';
import type { Versioned } from './use-record-form.ts';

/** `consequence`: what would happen to the record's contents; follows "Delete: ". */
export function useRemoval<R extends Versioned, S extends Draft>(
  { record, title, what, list, base, form, ...opened }: Opened<R, S>,
  call: Endpoint,
  { consequence, messages }: { consequence: string; messages?: Messages | undefined },
): Action {
  const navigate = useNavigate();
  const remove = useChange({ record, title, what, list, base, form, ...opened }, call, { messages, movesOn: true });
  const ask = async () => {
    const action = `Delete 1 ${what}`;
    const text = `Delete: ${consequence}`;
    if (!(await confirm({ title: `Delete "${title}"?`, action, isDestructive: true, text }))) return;
    const words = { notYet: 'It is not deleted yet.', destroys: action.toLowerCase() };
    if (!(await remove.run(record, undefined, words)).ok) return;
    // Discards unsaved changes, so that leaving does not ask about them.
    form.discard();
    refuseUploadsOf(base);
    await navigate({ to: list });
  };
  return { label: 'Delete', run: ask, why: record.removalConflict };
}
