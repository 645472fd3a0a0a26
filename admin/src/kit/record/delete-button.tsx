/** Deletes a record after a question that names it and says what goes with it; then the list. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Draft } from '#contract/draft.ts';
import type { CallInput, Endpoint, Messages } from '#contract/kernel.ts';
import { useAction } from '../api/use-action.ts';
import { confirm } from '../feedback/confirm.tsx';
import { strandUploads } from '../feedback/uploads.ts';
import { Refused } from './consequence.tsx';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

interface Props<R extends Versioned, S extends Draft> {
  call: Endpoint;
  opened: Opened<R, S>;
  /** What becomes of what it holds. */
  consequence: string;
  messages?: Messages | undefined;
}

export function DeleteButton<R extends Versioned, S extends Draft>({
  call,
  opened,
  consequence,
  messages,
}: Props<R, S>) {
  const { id, record, title, what, list, base, form } = opened;
  const navigate = useNavigate();
  const remove = useAction(call, { messages, movesOn: true });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete "${title}"?`,
      action: `Delete 1 ${what}`,
      isDestructive: true,
      text: consequence,
    });
    const input = { params: { id } } as unknown as CallInput<Endpoint>;
    if (!isSure || !(await remove.run(input, { ifMatch: record.version })).ok) return;
    // What is typed goes with it, so that leaving does not ask about it.
    form.discard();
    strandUploads(base);
    await navigate({ to: list });
  };
  const { removalConflict } = record;
  if (removalConflict)
    return (
      <Refused reason={removalConflict}>
        <Button variant="default" color="red" aria-disabled data-disabled>
          Delete
        </Button>
      </Refused>
    );
  return (
    <Button variant="default" color="red" loading={remove.loading} onClick={() => void ask()}>
      Delete
    </Button>
  );
}
