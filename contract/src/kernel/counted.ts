/** Counts with their nouns. Pure. */
const figure = new Intl.NumberFormat('id-ID');

/** Formats a count with its noun: `1 course`, `1.234 courses`. */
export const counted = (count: number, one: string, many: string): string =>
  `${figure.format(count)} ${count === 1 ? one : many}`;
