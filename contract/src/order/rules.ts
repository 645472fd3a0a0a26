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

/** Names in a sentence: `Go, SQL, and Rust`. */
export const listNames = (items: readonly { productName: string }[]): string =>
  new Intl.ListFormat('en').format(items.map(({ productName }) => productName));

/**
 * Access of the member to an item now. `missing`: paid, and nothing gives it; `unpublished`: given, and open once the
 * course is published; `closed`: no access, and none is due; `none`: it gives no access here, or no longer exists.
 */
export const itemAccess = ['open', 'unpublished', 'missing', 'closed', 'none'] as const;

interface Held {
  productName: string;
  isOpened: boolean;
  access: (typeof itemAccess)[number];
  otherGrants: readonly { kind: 'order' | 'learning-path' | 'subscription'; name: string }[];
}

const grants = {
  order: (name: string) => `by the order ${name}`,
  'learning-path': (name: string) => `by the learning path ${name}`,
  subscription: (name: string) => `by another subscription, until ${name}`,
} as const;

/** How a member keeps an item without this order; undefined: they lose it. */
function keptBy({ isOpened, otherGrants: [grant] }: Held): string | undefined {
  if (grant) return grants[grant.kind](grant.name);
  return isOpened ? undefined : 'as it was not given by this order';
}

/** Items whose access ends when a paid order takes it back, and those that stay open, each with the reason. */
export function accessAfter<Item extends Held>(items: readonly Item[]): { ends: Item[]; stays: string[] } {
  const open = items.filter(({ access }) => access === 'open' || access === 'unpublished');
  return {
    ends: open.filter((item) => keptBy(item) === undefined),
    stays: open.flatMap((item) => {
      const how = keptBy(item);
      return how === undefined ? [] : [`${item.productName} stays open ${how}`];
    }),
  };
}

type Sold = Held & { productType: string };

/** Whether a payment gives access to an item. A plan that is open already gets a further subscription. */
const isGivenWhenPaid = ({ productType, access }: Sold) =>
  access === 'closed' || (access === 'open' && productType === 'subscriptions');

interface Changing {
  status: OrderStatus;
  user: { name: string };
  voucherCode: string | null;
  items: readonly Sold[];
}

/** Effects of a status change beside access that ends ({@link accessAfter}), as clauses; empty: only the status changes. */
export function effectsOf({ status, user, voucherCode, items }: Changing, to: OrderStatus): string[] {
  const opens = opensItems(to) && !opensItems(status) ? items.filter(isGivenWhenPaid) : [];
  const stays = opensItems(status) && !opensItems(to) ? accessAfter(items).stays : [];
  const effects: string[] = [];
  if (opens.length > 0) effects.push(`${user.name} gets access to ${listNames(opens)}`);
  effects.push(...stays);
  if (voucherCode !== null && holdsVoucher(status) !== holdsVoucher(to))
    effects.push(
      holdsVoucher(to)
        ? `the voucher ${voucherCode} is used again, if its limits allow`
        : `one use of the voucher ${voucherCode} is restored`,
    );
  return effects;
}
