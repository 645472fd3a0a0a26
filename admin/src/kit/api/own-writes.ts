/**
 * Changes of one record by this page follow each other, each on the version that the one before it made: nobody is told
 * that they were faster than themselves.
 */
import { perSession } from './session.ts';

/** What a change made, by the record and the version that it was made on; so that another's in between is still met. */
const made = perSession(() => new Map<string, number>());
/** The last change of each record that is under way. */
const turns = new Map<string, Promise<unknown>>();

const placeOf = (record: string, version: number) => `${record}@${version}`;

/** Of what the person saw, what this page has made of it since. */
function newest(record: string, seen: number): number {
  const next = made().get(placeOf(record, seen));
  return next === undefined ? seen : newest(record, next);
}

/** Writes when it is its turn. `record` names what has the version `seen`. */
export async function inTurn<Reply>(
  record: string,
  seen: number,
  write: (ifMatch: number) => Promise<Reply>,
): Promise<Reply> {
  const turn = (turns.get(record) ?? Promise.resolve()).then(async () => {
    const base = newest(record, seen);
    const reply = await write(base);
    const { version } = (reply ?? {}) as { version?: number };
    if (version !== undefined && version > base) made().set(placeOf(record, base), version);
    return reply;
  });
  const over = turn.catch(() => undefined);
  turns.set(record, over);
  void over.then(() => turns.get(record) === over && turns.delete(record));
  return await turn;
}
