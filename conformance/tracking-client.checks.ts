/**
 * Checks that hold for any documents: the reading part of the client's suite. It changes nothing and can run against a
 * hosted project in use (`npm run hosted:check`).
 */
import { orderStatuses } from '#contract/order/status.ts';
import { dateRanges, noFilter, type TrackingFilter } from '../admin/src/shared/order-tracking/filters.ts';
import type { TrackingOrder } from '../admin/src/shared/order-tracking/tracking-order.ts';
import type { TrackingClient } from '../admin/src/shared/order-tracking/tracking-types.ts';

const pageSize = 10;

/**
 * Compares the export with some pages of the list and with many combinations of filters; returns the number of orders.
 * @throws Error that names the failed check
 */
export async function checkReads(client: TrackingClient): Promise<number> {
  const all = await exported(client, noFilter);
  await checkPages(client, all);
  const example = all.find(({ userEmail, customerService }) => userEmail && customerService.phone);
  for (const status of orderStatuses) await checkFilter(client, all, { ...noFilter, status });
  const emails = example ? ['', example.userEmail] : [''];
  const phones = example ? ['', example.customerService.phone] : [''];
  for (const email of emails) {
    for (const customerServicePhone of phones) {
      const narrow = { ...noFilter, email, customerServicePhone };
      for (const { value: date } of dateRanges) await checkFilter(client, all, { ...narrow, date });
      for (const status of ['unpaid', 'paid'] as const) {
        for (const date of ['', '12m']) await checkFilter(client, all, { ...narrow, status, date });
      }
    }
  }
  return all.length;
}

async function exported(client: TrackingClient, filter: TrackingFilter): Promise<TrackingOrder[]> {
  const orders: TrackingOrder[] = [];
  let total = 0;
  for await (const part of client.exportPages(filter)) {
    orders.push(...part.trackingOrders);
    total = part.totalItems;
  }
  const filterText = JSON.stringify(filter);
  ensure(orders.length === total, `the count is what is listed ${filterText}`);
  ensure(new Set(orders.map(({ id }) => id)).size === orders.length, `no order is listed twice ${filterText}`);
  return orders;
}

/** Compares the first pages, a far page, the last page and the one after it with the whole list. */
async function checkPages(client: TrackingClient, all: TrackingOrder[]): Promise<void> {
  const last = Math.max(1, Math.ceil(all.length / pageSize));
  for (const number of [1, 2, last, Math.ceil(last / 2), last + 1]) {
    const { failure, totalItems, trackingOrders } = await client.page(noFilter, number, pageSize);
    if (failure) throw failure;
    ensure(totalItems === all.length, `the total on page ${number}`);
    ensure(isSame(trackingOrders, all.slice((number - 1) * pageSize, number * pageSize)), `the rows of page ${number}`);
  }
}

async function checkFilter(client: TrackingClient, all: TrackingOrder[], filter: TrackingFilter): Promise<void> {
  const narrowed = await exported(client, filter);
  const matching = all.filter(
    (order) =>
      (!filter.status || order.status === filter.status) &&
      (!filter.email || order.userEmail === filter.email) &&
      (!filter.customerServicePhone || order.customerService.phone === filter.customerServicePhone),
  );
  if (filter.date === '') ensure(isSame(narrowed, matching), `the filter ${JSON.stringify(filter)}`);
  const ids = new Set(matching.map(({ id }) => id));
  ensure(
    narrowed.every(({ id }) => ids.has(id)),
    `only what matches ${JSON.stringify(filter)}`,
  );
}

const isSame = (some: TrackingOrder[], others: TrackingOrder[]) => JSON.stringify(some) === JSON.stringify(others);

function ensure(holds: boolean, what: string): void {
  if (!holds) throw new Error(`This does not hold: ${what}`);
}
