/** List of documents without those claimed at the desk, which only our own database knows. Pure. */
import type { TimeSortedList } from './dated-list.ts';

/** `orderedAt` is an ISO instant; null if the document has none. */
export interface Claimed {
  documentId: string;
  orderedAt: string | null;
}

/**
 * @param claimed must be documents of the list; each that is not (until the desk is updated) makes the counts too low
 * by one
 */
export function excludeClaimed<Row extends { id: string }>(
  list: TimeSortedList<Row>,
  claimed: readonly Claimed[],
): TimeSortedList<Row> {
  const ids = new Set(claimed.map(({ documentId }) => documentId));
  const moments = claimed.map(({ orderedAt }) => (orderedAt === null ? -Infinity : Date.parse(orderedAt)));
  return {
    ...list,
    async read(after, max) {
      const { rows, last } = await list.read(after, max);
      return { rows: rows.filter(({ id }) => !ids.has(id)), last };
    },
    async count(newerThan) {
      const { rows, documents } = await list.count(newerThan);
      const newer = newerThan === undefined ? moments : moments.filter((moment) => moment > newerThan);
      return { rows: Math.max(rows - newer.length, 0), documents };
    },
  };
}
