/** Undo of a bulk change from the toast of the call that made it. */
import type { QueryClient } from '@tanstack/react-query';
import { batchMessages, undoBatch } from '#contract/batch/endpoints.ts';
import { fillMessage } from '#contract/kernel/endpoint.ts';
import { call } from '#kit/api/call.ts';
import { toast } from './toasts.tsx';

/** Undoes it; its page, which the toast links to, says what was kept because it was changed since. */
export async function undoRecordedBatch(client: QueryClient, batchId: string): Promise<void> {
  const { instant, job } = batchMessages.undo;
  const perform = async () => {
    const batch = await call(undoBatch, { params: { id: batchId } });
    const { kept, state } = batch;
    const isWhole = state === 'done' && kept === 0;
    toast(kept > 0 ? 'warning' : 'success', fillMessage((state === 'done' ? instant : job).ok, batch), {
      ...(kept > 0 && { reason: `${kept.toLocaleString('id-ID')} kept, changed since` }),
      ...(!isWhole && { batchId }),
    });
  };
  const meta = { messages: { fail: instant.fail }, writes: true };
  const mutation = client.getMutationCache().build(client, { mutationFn: perform, meta });
  // The failure was shown.
  await mutation.execute(undefined).catch(() => undefined);
}
