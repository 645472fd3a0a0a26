/** Plain restatement of sales over all orders, for comparison with the kept sums. */
import { jakartaDay } from '#contract/kernel/days.ts';
import type { SalesFigures, SalesView } from '#contract/order/sales.ts';
import { addSales, noSales } from '#contract/order/sales-periods.ts';
import type { Sql } from '#platform/testing/user.ts';

interface Item {
  product_type: string;
  product_id: string;
  price: number;
  discount_amount: number;
  discount_id: string | null;
}

interface Order {
  status: string;
  paid_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
  subtotal: number;
  discount_amount: number;
  voucher_code: string | null;
  voucher_amount: number;
  total_amount: number;
  payment_provider: string;
  payment_method: string;
  voucher_id: string | null;
  items: Item[];
}

export const readOrders = async (sql: Sql, tenant = 'coding'): Promise<Order[]> =>
  (await sql(
    `select o.*, used.voucher_id, (select coalesce(json_agg(i order by line), '[]') from order_item i
        where i.tenant = o.tenant and i.order_id = o.id) as items
      from "order" o left join voucher_redemption used on used.tenant = o.tenant and used.order_id = o.id where o.tenant = $1`,
    [tenant],
  )) as unknown as Order[];

type Part = Pick<SalesFigures, 'gross' | 'discounts'> & { key: string; amount: number };

/** Integer parts of `amount` by weight; each is the difference of the rounded running totals. */
function split(amount: number, weights: readonly number[]): number[] {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0));
  let [upto, done] = [0n, 0n];
  return weights.map((weight) => {
    upto += BigInt(weight);
    const part = (BigInt(amount) * upto) / sum - done;
    done += part;
    return Number(part);
  });
}

const totalOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Items with their shares of what the order has beyond them. */
function sharesOf({ items, subtotal, discount_amount: off, voucher_amount: voucher, total_amount: total }: Order) {
  const net = items.map((item) => Math.max(item.price - item.discount_amount, 0));
  const weights = totalOf(net) === 0 ? items.map(() => 1) : net;
  const gross = split(subtotal - totalOf(items.map(({ price }) => price)), weights);
  const discounts = split(off + voucher - totalOf(items.map((item) => item.discount_amount)), weights);
  const amounts = split(total, weights);
  return items.map((item, n) => ({
    item,
    gross: item.price + gross[n]!,
    discounts: item.discount_amount + discounts[n]!,
    amount: amounts[n]!,
  }));
}

const whole = (key: string, order: Order): Part => ({
  key,
  gross: order.subtotal,
  discounts: order.discount_amount + order.voucher_amount,
  amount: order.total_amount,
});

function promotionsOf(order: Order): Part[] {
  const shares = sharesOf(order).filter(({ item }) => item.discount_amount > 0);
  const ofItems = totalOf(shares.map(({ item }) => item.discount_amount));
  const parts = shares.map(({ item, gross, amount }) => ({
    key: `discount ${item.discount_id ?? ''}`,
    gross,
    discounts: item.discount_amount,
    amount,
  }));
  if (order.discount_amount !== ofItems)
    parts.push({
      ...(ofItems === 0 ? whole('', order) : { gross: 0, amount: 0 }),
      key: 'discount ',
      discounts: order.discount_amount - ofItems,
    });
  if (order.voucher_code !== null || order.voucher_amount > 0) {
    const key = order.voucher_id ? `voucher ${order.voucher_id}` : `code ${order.voucher_code ?? ''}`;
    parts.push({ ...whole(key, order), discounts: order.voucher_amount });
  }
  return parts.length > 0 ? parts : [whole('none ', order)];
}

const partsOf: Record<SalesView, (order: Order) => Part[]> = {
  day: (order) => [whole('', order)],
  method: (order) => [whole(`${order.payment_provider} ${order.payment_method}`, order)],
  product: (order) =>
    order.items.length === 0
      ? [whole('none ', order)]
      : sharesOf(order).map(({ item, ...share }) => ({ key: `${item.product_type} ${item.product_id}`, ...share })),
  promotion: promotionsOf,
};

/** Sums of an order's parts of one key; `isSale`: the payment, otherwise the refund. */
function figuresOf(parts: readonly Part[], isSale: boolean): SalesFigures {
  const amount = totalOf(parts.map((part) => part.amount));
  if (!isSale) return { ...noSales, refunds: 1, refunded: amount, net: -amount };
  const gross = totalOf(parts.map((part) => part.gross));
  const discounts = totalOf(parts.map((part) => part.discounts));
  return { ...noSales, orders: 1, gross, discounts, paid: amount, net: amount };
}

/** Sales of a period by day and key of the view (`type key`). */
export function expectedSales(orders: readonly Order[], view: SalesView, from: string, to: string) {
  const found: { day: string; key: string; figures: SalesFigures }[] = [];
  for (const order of orders) {
    const isRefunded = order.status !== 'paid' && (order.paid_at !== null || order.status === 'refunded');
    if (!isRefunded && order.status !== 'paid') continue;
    const paid = order.paid_at ?? order.created_at;
    for (const [key, parts] of Map.groupBy(partsOf[view](order), (part) => part.key)) {
      found.push({ day: jakartaDay(paid), key, figures: figuresOf(parts, true) });
      if (isRefunded) found.push({ day: jakartaDay(order.refunded_at ?? paid), key, figures: figuresOf(parts, false) });
    }
  }
  const within = found.filter(({ day }) => from <= day && day <= to);
  const sums = (by: 'day' | 'key') =>
    Object.fromEntries(
      [...Map.groupBy(within, (one) => one[by])].map(([name, some]) => [
        name,
        addSales(some.map(({ figures }) => figures)),
      ]),
    );
  return { byDay: sums('day'), byKey: sums('key') };
}
