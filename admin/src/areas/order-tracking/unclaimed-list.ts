/** A list of documents without those that somebody claimed at the desk, which only our own database knows. Pure. */
import type { DatedList } from './dated-list.ts';

/** `orderedAt` is an ISO instant; null where the document has none. */
export interface Claimed {
  documentId: string;
  orderedAt: string | null;
}

/** `claimed` are documents of the list: a figure is wrong by each that is not, until the desk hears of it. */
export function withoutClaimed<Row extends { id: string }>(
  list: DatedList<Row>,
  claimed: readonly Claimed[],
): DatedList<Row> {
  const ids = new Set(claimed.map(({ documentId }) => documentId));
  const moments = claimed.map(({ orderedAt }) => (orderedAt === null ? -Infinity : Date.parse(orderedAt)));
  return {
    ...list,
    async read(after, most) {
      const { rows, last } = await list.read(after, most);
      return { rows: rows.filter(({ id }) => !ids.has(id)), last };
    },
    async count(newerThan) {
      const { rows, documents } = await list.count(newerThan);
      const newer = newerThan === undefined ? moments : moments.filter((moment) => moment > newerThan);
      return { rows: Math.max(rows - newer.length, 0), documents };
    },
  };
}
