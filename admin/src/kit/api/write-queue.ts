/**
 * Queues this page's changes of a record so that each is based on the version that the previous one produced. Without
 * it, two quick changes by the same person would conflict.
 */
import { perSession } from './session.ts';

/** Version produced by each change, by record and base version. Changes by others in between still conflict. */
const versions = perSession(() => new Map<string, number>());
/** Last queued change of each record. */
const queue = new Map<string, Promise<unknown>>();

const versionKey = (record: string, version: number) => `${record}@${version}`;

/** Follows this page's own changes from the version the person saw to the newest one. */
function newestVersion(record: string, seen: number): number {
  const next = versions().get(versionKey(record, seen));
  return next === undefined ? seen : newestVersion(record, next);
}

/** Runs `write` after the queued changes of the record. `record` identifies what has version `seen`. */
export async function enqueueWrite<Reply>(
  record: string,
  seen: number,
  write: (ifMatch: number) => Promise<Reply>,
): Promise<Reply> {
  const pending = (queue.get(record) ?? Promise.resolve()).then(async () => {
    const base = newestVersion(record, seen);
    const reply = await write(base);
    const { version } = (reply ?? {}) as { version?: number };
    if (version !== undefined && version > base) versions().set(versionKey(record, base), version);
    return reply;
  });
  const settled = pending.catch(() => undefined);
  queue.set(record, settled);
  void settled.then(() => queue.get(record) === settled && queue.delete(record));
  return await pending;
}
