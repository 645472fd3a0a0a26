/** Comparison of ISO 8601 timestamps with any offset. Pure. */

const millisecondsOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** Whether both denote the same moment, whatever their offset; null equals only null. */
export const isSameInstant = (one: string | null, other: string | null): boolean =>
  millisecondsOf(one) === millisecondsOf(other);
