/** A list of documents in the order of a moment, newest first, which can be read on from a place and counted. Pure. */

/** Rows found among the documents looked at. */
export interface Read<Row> {
  rows: Row[];
  /** The last document looked at, from which to read on; undefined: there are no more. */
  last: Row | undefined;
}

/** `rows` are what the list shows; `documents` what is walked through to show them. */
export interface Counted {
  rows: number;
  documents: number;
}

/** Moments are milliseconds since 1970. */
export interface DatedList<Row> {
  /** Looks at `most` documents: from the start, after a document, or at those of a moment and older. */
  read(after: Row | number | undefined, most: number): Promise<Read<Row>>;
  /** All, or those newer than a moment. */
  count(newerThan?: number): Promise<Counted>;
  /** undefined: its timestamp is no moment. Such documents stand before or behind all moments. */
  momentOf(row: Row): number | undefined;
  /** No document of the list has an older moment. */
  oldest: number;
  /** One document in so many is a row, at a guess. */
  sparsity: number;
}

/** A place in a list: `skipped` rows lie before it. */
export interface Place<Row> {
  skipped: number;
  after: Row | number | undefined;
}
