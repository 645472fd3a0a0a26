/** How money is written. */
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

/** `Rp1.250.000`. */
export const formatMoney = (amount: number): string => rupiah.format(amount).replace(/\s/g, '');
