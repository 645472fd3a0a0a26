/** Formatting of money. */
let rupiah: Intl.NumberFormat | undefined;

/** Text such as `Rp1.250.000`. */
export function formatMoney(amount: number): string {
  rupiah ??= new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });
  return rupiah.format(amount).replace(/\s/g, '');
}

/** Text such as `−Rp1.250.000` for a negative amount. */
export const formatSignedMoney = (amount: number): string =>
  amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount);
