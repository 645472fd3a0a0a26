/** Bulk changes that calls have recorded: their ids by the reply (header Batch-Id). */
const batchIds = new WeakMap<object, string>();

/** Keeps the id of the bulk change that a response names. */
export function keepRecordedBatch({ headers }: Response, reply: object): void {
  const batchId = headers.get('batch-id');
  if (batchId) batchIds.set(reply, batchId);
}

/** Id of the bulk change that the call with this reply has recorded; undefined if it changed fewer than two records. */
export const recordedBatch = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply !== null ? batchIds.get(reply) : undefined;
