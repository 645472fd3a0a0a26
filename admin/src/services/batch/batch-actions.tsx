/** Cancels a running batch, and undoes one that is over. */
import { Button } from '@mantine/core';
import { type Batch, batchKinds, cancelBatch, maxInstant } from '#contract/batch/endpoints.ts';
import { recordKinds, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useBatchUndo } from '#admin-shared/batch/use-batch.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import { counted } from '#kit/format/formats.ts';

const title = () => document.querySelector<HTMLElement>('#main');

function CancelButton({ batchId }: Batch) {
  const { run, loading } = useAction(cancelBatch);
  const cancel = async () => (await run({ params: { id: batchId } })).ok;
  return (
    <Button variant="default" loading={loading} onClick={() => void runThenFocus(cancel, title)}>
      Cancel
    </Button>
  );
}

function UndoButton({ batchId, kind, done }: Batch) {
  const { run, loading } = useBatchUndo(done <= maxInstant);
  const { table } = recordKinds[batchKinds[kind].record];
  const undo = async () => {
    const records = counted(done, recordNoun(table), recordNounPlural(table));
    const isSure = await confirm({
      title: `Undo the change of ${records}?`,
      text: 'Undo: each gets its former value again, unless it was changed since: those are kept as they are and listed.',
      action: `Undo ${records}`,
    });
    return isSure && (await run({ params: { id: batchId } })).ok;
  };
  return (
    <Button variant="default" loading={loading} onClick={() => void runThenFocus(undo, title)}>
      Undo
    </Button>
  );
}

export function BatchActions({ batch }: { batch: Batch }) {
  if (batch.state === 'running') return <CancelButton {...batch} />;
  return batch.done > 0 ? <UndoButton {...batch} /> : null;
}
