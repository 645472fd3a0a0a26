/** Shares of classes in percent, as the matrix and its spreadsheet tell them. */

/** Rounded down, so that nobody below a limit is told to be at it; what a fraction lacks of its hundredth is none. */
export const percentOf = (rate: number | null): string => (rate === null ? '' : `${Math.floor(rate * 100 + 1e-9)}%`);
