/** Rows of a list that keep their place after a change, even if they are no longer in what is read (looks.md). */

export interface PinnedRow<Row> {
  row: Row;
  /** Index among the rows shown. */
  at: number;
  /** Key of the row above it. */
  below: string | undefined;
}

/** Merges the read rows with pinned rows that are missing, at their places. */
export function mergePinnedRows<Row>(
  read: readonly Row[],
  pinned: readonly PinnedRow<Row>[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const keys = new Set(read.map(keyOf));
  const missing = pinned.filter(({ row }) => !keys.has(keyOf(row)));
  if (missing.length === 0) return read;
  const rows = [...read];
  for (const { row, at, below } of missing.toSorted((one, other) => one.at - other.at)) {
    const above = rows.findIndex((one) => keyOf(one) === below);
    rows.splice(above < 0 ? Math.min(at, rows.length) : above + 1, 0, row);
  }
  return rows;
}
