/** List of documents sorted by a moment, newest first, that supports cursors and counts. Pure. */

/** Rows among the documents that were read. */
export interface ReadResult<Row> {
  rows: Row[];
  /** Last document read, the cursor of the next read; undefined at the end of the list. */
  last: Row | undefined;
}

/** Count of rows shown, and of documents read to show them. */
export interface CountResult {
  rows: number;
  documents: number;
}

/** Moments are milliseconds since 1970. */
export interface TimeSortedList<Row> {
  /** Reads `max` documents: from the start, after a document, or from a moment on. */
  read(after: Row | number | undefined, max: number): Promise<ReadResult<Row>>;
  /** Counts all, or those newer than a moment. */
  count(newerThan?: number): Promise<CountResult>;
  /** undefined if the timestamp is not a date; such documents sort before or after all dates. */
  momentOf(row: Row): number | undefined;
  /** Lower bound of the moments in the list. */
  oldest: number;
  /** Estimated documents per row. */
  sparsity: number;
}

/** Place in a list, after `skipped` rows. */
export interface CursorPosition<Row> {
  skipped: number;
  after: Row | number | undefined;
}
