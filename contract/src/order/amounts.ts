/** Breakdown of an order's total into lines. Pure. */

/** Stored amounts of an order, in rupiah. */
export interface Amounts {
  items: readonly { price: number }[];
  subtotal: number;
  discountAmount: number;
  voucherCode: string | null;
  voucherAmount: number;
  uniqueCode: number | null;
  totalAmount: number;
}

export interface Line {
  label: string;
  amount: number;
}

/** Label of the voucher line, with the code if there is one. */
export const voucherLabel = ({ voucherCode }: Pick<Amounts, 'voucherCode'>): string =>
  `Voucher${voucherCode ? ` ${voucherCode}` : ''}`;

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const unless0 = (label: string, amount: number): Line[] => (amount === 0 ? [] : [{ label, amount }]);

/** Difference between the total and the known amounts. */
export const otherAmount = (order: Omit<Amounts, 'items' | 'voucherCode'>): number =>
  order.totalAmount - order.subtotal + order.discountAmount + order.voucherAmount - (order.uniqueCode ?? 0);

/**
 * Lines from the items' list prices to the subtotal, and from the subtotal to the total. Other systems write orders
 * too: a difference they leave unexplained becomes a line, so that the lines always add up.
 */
export function amountsOf(order: Amounts): { toSubtotal: readonly Line[]; toTotal: readonly Line[] } {
  const { items, subtotal, discountAmount, voucherCode, voucherAmount, uniqueCode } = order;
  const knownLines = [
    ...unless0('Product discounts', -discountAmount),
    ...unless0(voucherLabel({ voucherCode }), -voucherAmount),
    ...unless0('Unique code', uniqueCode ?? 0),
  ];
  return {
    toSubtotal: unless0('Other items', subtotal - sum(items.map(({ price }) => price))),
    toTotal: [...knownLines, ...unless0('Other', otherAmount(order))],
  };
}
