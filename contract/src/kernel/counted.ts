/** Counts with their nouns. Pure. */
/** Formats a count with its noun: `1 course`, `1.234 courses`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('id-ID')} ${count === 1 ? one : many}`;
