/** Breakdown of an order's stored total into lines. Pure. */

/** Stored amounts of an order, in rupiah. */
export interface Amounts {
  items: readonly { price: number; discountAmount?: number; discountName?: string | null }[];
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

/** Line from the subtotal to the total. `other`: what the stored amounts leave unexplained. */
export interface PriceStep {
  kind: 'discount' | 'voucher' | 'unique code' | 'other';
  /** Name of the discount or code of the voucher; '' if unknown. */
  name: string;
  amount: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** Discounts by their stored names; what no item explains has no name. */
function discountsOf({ items, discountAmount }: Amounts): PriceStep[] {
  const amounts = new Map<string, number>();
  for (const { discountName, discountAmount: off = 0 } of items)
    if (discountName) amounts.set(discountName, (amounts.get(discountName) ?? 0) + off);
  const named = sum([...amounts.values()]);
  // Item discounts of another system can exceed the order's: then only their sum is true.
  const all: [string, number][] = named > discountAmount ? [] : [...amounts];
  const unnamed = discountAmount - sum(all.map(([, amount]) => amount));
  return [...all, ['', unnamed] as const].map(([name, amount]) => ({ kind: 'discount', name, amount: -amount }));
}

/**
 * Steps from the subtotal to the total, without those of 0. Other systems write orders too: a difference they leave
 * unexplained becomes a step, so that the steps always add up.
 */
export function priceSteps(order: Amounts): PriceStep[] {
  const { subtotal, voucherCode, voucherAmount, uniqueCode, totalAmount } = order;
  const known: PriceStep[] = [
    ...discountsOf(order),
    { kind: 'voucher', name: voucherCode ?? '', amount: -voucherAmount },
    { kind: 'unique code', name: '', amount: uniqueCode ?? 0 },
  ];
  const other = totalAmount - subtotal - sum(known.map(({ amount }) => amount));
  return [...known, { kind: 'other' as const, name: '', amount: other }].filter(({ amount }) => amount !== 0);
}

/** Part of the subtotal that the items' list prices leave unexplained. */
export const otherItems = ({ items, subtotal }: Amounts): number => subtotal - sum(items.map(({ price }) => price));

const labels: Readonly<Record<PriceStep['kind'], (name: string) => string>> = {
  discount: (name) => (name ? `Discount ${name}` : 'Product discounts'),
  voucher: (name) => `Voucher ${name}`.trim(),
  'unique code': () => 'Unique code',
  other: () => 'Other',
};
export const labelOfStep = ({ kind, name }: PriceStep): string => labels[kind](name);
