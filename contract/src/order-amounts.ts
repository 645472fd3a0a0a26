/** How an order's amounts come to its total, line by line. Pure. */

interface Amounts {
  items: readonly { price: number }[];
  subtotal: number;
  discountAmount: number;
  voucherCode: string | null;
  voucherAmount: number;
  uniqueCode: number | null;
  totalAmount: number;
}

interface Line {
  label: string;
  amount: number;
}

export const voucherLabel = ({ voucherCode }: Pick<Amounts, 'voucherCode'>): string =>
  `Voucher${voucherCode ? ` ${voucherCode}` : ''}`;

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const unless0 = (label: string, amount: number): Line[] => (amount === 0 ? [] : [{ label, amount }]);

/**
 * What stands below the items' list prices: up to the subtotal, and from there to the total. Orders are written by other
 * systems: what they leave unexplained is a line too, so that what is shown always sums.
 */
export function amountsOf(order: Amounts): { toSubtotal: readonly Line[]; toTotal: readonly Line[] } {
  const { items, subtotal, discountAmount, voucherCode, voucherAmount, uniqueCode, totalAmount } = order;
  const told = [
    ...unless0('Product discounts', -discountAmount),
    ...unless0(voucherLabel({ voucherCode }), -voucherAmount),
    ...unless0('Unique code', uniqueCode ?? 0),
  ];
  return {
    toSubtotal: unless0('Other items', subtotal - sum(items.map(({ price }) => price))),
    toTotal: [...told, ...unless0('Other', totalAmount - subtotal - sum(told.map(({ amount }) => amount)))],
  };
}
