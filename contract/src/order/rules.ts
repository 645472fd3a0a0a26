/** Status changes of an order and their effects on access and vouchers (domain.md, Order). Pure. */
import type { OrderStatus } from './status.ts';

/** Status that staff can set. */
export type SetStatus = 'paid' | 'pending' | 'unpaid' | 'cancelled' | 'refunded';

/** Statuses that staff can set, by current status. Cancelled and refunded orders are final. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly SetStatus[]>> = {
  unpaid: ['pending', 'paid', 'cancelled'],
  pending: ['paid', 'unpaid', 'cancelled'],
  paid: ['refunded', 'cancelled'],
  expired: ['paid'],
  failed: ['paid'],
  cancelled: [],
  refunded: [],
};

/** Whether an order with this status counts as a use of its voucher. */
export const holdsVoucher = (status: OrderStatus): boolean => ['unpaid', 'pending', 'paid'].includes(status);

/** Whether an order with this status gives its member access to the items. */
export const opensItems = (status: OrderStatus): boolean => status === 'paid';

interface Changing {
  status: OrderStatus;
  user: { name: string };
  voucherCode: string | null;
  items: readonly { productType: string; productName: string; isOpened: boolean }[];
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });
/** Products are delivered in other ways; they give no access here. */
const isOpenable = ({ productType }: { productType: string }) => productType !== 'products';

/** Effects of a status change, as sentences; empty: only the status changes. */
export function effectsOf({ status, user, voucherCode, items }: Changing, to: OrderStatus): string[] {
  const names = (some: Changing['items']) => listed.format(some.map(({ productName }) => productName));
  const opens = opensItems(to) && !opensItems(status) ? items.filter(isOpenable) : [];
  const closes = opensItems(status) && !opensItems(to) ? items.filter(({ isOpened }) => isOpened) : [];
  const effects: string[] = [];
  if (opens.length > 0) effects.push(`Opens ${names(opens)} to ${user.name}.`);
  if (closes.length > 0) effects.push(`Closes ${names(closes)} to ${user.name}, unless another paid order has it.`);
  if (voucherCode !== null && holdsVoucher(status) !== holdsVoucher(to))
    effects.push(
      holdsVoucher(to)
        ? `Uses the voucher ${voucherCode} again, if its limits allow.`
        : `Restores one use of the voucher ${voucherCode}.`,
    );
  return effects;
}
