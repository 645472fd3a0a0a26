/** Attendance rates in percent, for the matrix and its spreadsheet. */

/** Rounded down, so that a rate below a limit is never displayed as the limit; tolerates floating-point error. */
export const wholePercentOf = (rate: number): number => Math.floor(rate * 100 + 1e-9);

export const percentOf = (rate: number | null): string => (rate === null ? '' : `${wholePercentOf(rate)}%`);
