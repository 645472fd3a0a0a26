/** Amounts as screens show them, written here anew: an expectation does not come from the code under test. */
export const rupiah = (amount: number): string =>
  `${amount < 0 ? '-' : ''}Rp${Math.abs(amount).toLocaleString('id-ID')}`;
