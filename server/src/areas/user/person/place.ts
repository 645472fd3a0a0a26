/** Entries of the register of persons' rows. */

/** Column by which the rows of a table are a person's. */
export interface Place {
  table: string;
  /** Has the person's id; or the e-mail address. */
  column: string;
  isEmail?: true;
  label: readonly [one: string, many: string];
  /** Reason why a merge leaves the rows with the other account; absent: they move. */
  stays?: string;
  /** Columns that exclude a second row of a person with the same values. */
  clash?: readonly string[];
  /** SQL of the course or path (`course:id`) of a row `mine`; whose rows of it stay is asked when they clash. */
  product?: string;
  /** A link: a merge removes the second of two, and no other row needs it. */
  isLink?: true;
  /** Effect of an erasure: deletes the rows, or keeps them with the person's texts replaced. */
  erasure: 'deleted' | { keptBecause: string };
  /** Rows of other people, or of no use to the person. */
  isNotInDossier?: true;
}
