/** Button that deletes a record after a confirmation and goes to the list. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint, Messages } from '#contract/kernel/endpoint.ts';
import { confirm } from '../feedback/confirm.tsx';
import { Unavailable } from '../feedback/unavailable.tsx';
import { refuseUploadsOf } from '../feedback/uploads.ts';
import type { Opened } from './opened.ts';
import { useChange } from './use-change.ts';
import type { Versioned } from './use-record-form.ts';

interface Props<R extends Versioned, S extends Draft> {
  call: Endpoint;
  opened: Opened<R, S>;
  /** Describes what would happen to the record's contents; follows "Delete: ". */
  consequence: string;
  messages?: Messages | undefined;
}

export function DeleteButton<R extends Versioned, S extends Draft>({
  call,
  opened,
  consequence,
  messages,
}: Props<R, S>) {
  const { record, title, what, list, base, form } = opened;
  const navigate = useNavigate();
  const remove = useChange(opened, call, { messages, movesOn: true });
  const ask = async () => {
    const action = `Delete 1 ${what}`;
    if (!(await confirm({ title: `Delete "${title}"?`, action, isDestructive: true, text: `Delete: ${consequence}` })))
      return;
    const destroys = action.toLowerCase();
    if (!(await remove.run(record, undefined, { notYet: 'It is not deleted yet.', destroys })).ok) return;
    // Discards unsaved changes, so that leaving does not ask about them.
    form.discard();
    refuseUploadsOf(base);
    await navigate({ to: list });
  };
  const { removalConflict } = record;
  return (
    <Unavailable why={removalConflict}>
      <Button variant="default" color="red" loading={remove.loading} onClick={() => void ask()}>
        Delete
      </Button>
    </Unavailable>
  );
}
