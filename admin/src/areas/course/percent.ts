/** Shares of classes in percent, as the matrix and its spreadsheet show them. */

/** Rounded down, so that nobody below a limit is shown at it; what a fraction lacks of its hundredth is none. */
export const wholePercentOf = (rate: number): number => Math.floor(rate * 100 + 1e-9);

export const percentOf = (rate: number | null): string => (rate === null ? '' : `${wholePercentOf(rate)}%`);
