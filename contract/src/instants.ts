/** Moments as the wire writes them: ISO 8601, with any offset. Pure. */

const millisecondsOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** Whether both are the same moment, however it is written; null is the same as null alone. */
export const isSameInstant = (one: string | null, other: string | null): boolean =>
  millisecondsOf(one) === millisecondsOf(other);
