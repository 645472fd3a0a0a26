/**
 * Selling over HTTP: voucher lists, a learning path, the price of a basket, concurrent orders with one voucher; with
 * `--million` also searches among 1,000,000 orders. Run alone: node bench/selling.ts --million
 */
import type { Client } from 'pg';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { salesViews } from '#contract/order/sales.ts';
import { type Ask, askerOf, newAgent } from './ask.ts';
import { median, percentile, timeAlternately, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const idOf = async (client: Client, query: string) => String((await client.query(query)).rows[0]?.id);

async function measureReadings(ask: Ask, client: Client): Promise<void> {
  const path = await idOf(client, 'select id from learning_path order by id desc limit 1');
  const { rows } = await client.query<{ vouchers: number; paths: number }>(
    'select (select count(*)::int from voucher) as vouchers, (select count(*)::int from learning_path) as paths',
  );
  const [vouchers, paths] = [rows[0]!.vouchers, rows[0]!.paths].map((count) => count.toLocaleString('en'));
  const voucher = await idOf(client, 'select id from voucher where all_product limit 1');
  const readings: Record<string, string> = {
    [`a page of ${vouchers} vouchers`]: '/admin/voucher/?pageSize=10',
    [`the last page of ${vouchers} vouchers`]: `/admin/voucher/?pageSize=10&page=${Math.ceil(rows[0]!.vouchers / 10)}`,
    [`a page of ${vouchers} vouchers, active, by name`]: '/admin/voucher/?pageSize=10&status=1&sort=name',
    [`one of ${vouchers} vouchers by its code`]: '/admin/voucher/?pageSize=10&search=hemat0077777',
    [`one of ${paths} learning paths`]: `/admin/learning-path/${path}/`,
    'what a voucher for everything does to prices': `/admin/voucher/${voucher}/effect/`,
  };
  for (const [what, url] of Object.entries(readings))
    note(`${what}, HTTP, p50`, median(await timed(100, () => ask('GET', url))), ' ms');
}

/** Calls of an order's page: those of before the ledger, and those that came with it. */
const orderCalls = ['', 'timeline/'];
const ledgerCalls = ['payments/', 'payment-link/', 'papers/', 'refunds/'];

/** Page of an order among 100,000 entries of the ledger, as the browser reads it, beside the calls of before the ledger. */
async function measureOrderPage(ask: Ask, client: Client): Promise<void> {
  const { rows } = await client.query<{ entries: number; order: string }>(
    `select (select count(*)::int from payment) as entries,
      (select order_id from payment where kind = 'charge' order by id desc limit 1) as order`,
  );
  const { entries, order } = rows[0]!;
  const agent = newAgent(6);
  const read = (parts: readonly string[]) => () =>
    Promise.all(parts.map((part) => ask('GET', `/admin/orders/${order}/${part}`, undefined, agent)));
  for (const part of [...orderCalls, ...ledgerCalls])
    note(`the page of an order, ${part || 'itself'}, HTTP, p50`, median(await timed(100, read([part]))), ' ms');
  const [all, before] = await timeAlternately(200, read([...orderCalls, ...ledgerCalls]), read(orderCalls));
  agent.destroy();
  const aside = `${before.toFixed(1)} ms without those of the ledger, which has ${entries.toLocaleString('en')} entries`;
  note('all calls of an order’s page at once, p50', all, ' ms', { max: 50 }, aside);
}

/** Member, five courses and a voucher for them without a limit. */
async function basketOf(client: Client) {
  const { rows: courses } = await client.query<{ id: string }>(
    'select id from course c where is_published and capacity is null order by id limit 5',
  );
  const { rows } = await client.query<{ code: string }>(
    `insert into voucher (name, code, discount_type, value, start_date, is_active, is_published, all_product, is_repeating, quota_per_user, is_stackable)
       values ('Bench', 'BENCH' || floor(random() * 1e9)::bigint, 1, 1000, '2026-01-01', true, true, true, true, 1000000, true)
       returning code`,
  );
  return { items: courses.map(({ id }) => ({ productType: 'courses', productId: id })), voucherCode: rows[0]!.code };
}

/** Server's part of the time from the last key press to the price. */
async function measurePrices(ask: Ask, client: Client): Promise<void> {
  const basket = await basketOf(client);
  const taken = await timed(200, () => ask('POST', '/admin/orders/quote/', basket));
  note(
    'the price of five courses with a code, p95',
    percentile(taken, 0.95),
    ' ms',
    { max: 50 },
    `p50 ${median(taken).toFixed(1)} ms`,
  );
}

/** One course with 500 rules: 300 discounts, of which one is in force, and 200 vouchers. */
async function measureExplanation(ask: Ask, client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into course (name, slug, type, price) values ('Bench', 'bench-' || gen_random_uuid(), 0, 500000) returning id`,
  );
  const course = rows[0]!.id;
  await client.query(
    `with made as (insert into discount (name, discount_type, value, product_type, is_active)
        select 'Bench ' || n, 2, 10, 'courses', n = 1 from generate_series(1, 300) n returning id)
      insert into discount_course (discount_id, course_id) select id, $1 from made`,
    [course],
  );
  await client.query(
    `with made as (insert into voucher (name, code, discount_type, value, start_date, is_active, is_published)
        select 'Bench ' || n, 'B' || upper(left(md5(gen_random_uuid()::text), 12)), 1, 1000, '2026-01-01', true, n % 2 = 0
        from generate_series(1, 200) n returning id)
      insert into voucher_course (voucher_id, course_id) select id, $1 from made`,
    [course],
  );
  const basket = { items: [{ productType: 'courses', productId: course }] };
  const taken = await timed(100, () => ask('POST', '/admin/pricing/explain/', basket));
  const { refusals } = JSON.parse(await ask('POST', '/admin/pricing/explain/', basket)) as { refusals: unknown[] };
  note(
    'a price explained by 500 rules, p95',
    percentile(taken, 0.95),
    ' ms',
    { max: 50 },
    `p50 ${median(taken).toFixed(1)} ms, ${refusals.length} rules told`,
  );
}

/** Sales of the last 30 and 90 days; then with a day changed, which is added up from its orders. */
async function measureSales(ask: Ask, client: Client): Promise<void> {
  const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from "order"');
  const size = `${rows[0]!.orders.toLocaleString('en')} orders`;
  const reading = (by: string, days: number) => () =>
    ask('GET', `/admin/orders/sales/?by=${by}&from=${dayBefore(days - 1)}&to=${dayBefore(0)}`);
  for (const by of salesViews) {
    const month = median(await timed(50, reading(by, 30)));
    const quarter = median(await timed(50, reading(by, 90)));
    note(
      `sales of 30 days by ${by}, ${size}, HTTP, p50`,
      month,
      ' ms',
      { max: 20 },
      `90 days ${quarter.toFixed(1)} ms`,
    );
  }
  const { rows: changed } = await client.query<{ sold: number }>(
    `with latest as (select id, sold_on from "order" where sold_on is not null order by sold_on desc limit 1), touched as (
        update "order" set payment_method = payment_method || ' ' where id = (select id from latest))
      select count(*)::int as sold from "order" where sold_on = (select sold_on from latest)`,
  );
  const aside = `${changed[0]!.sold.toLocaleString('en')} orders on that day`;
  for (const by of ['day', 'product'])
    note(`the same by ${by}, a day changed, HTTP, p50`, median(await timed(20, reading(by, 30))), ' ms', {}, aside);
}

/** Uses of one voucher; each is a complete order with number, price, items and audit rows. */
async function measureRedemptions(ask: Ask, client: Client): Promise<void> {
  const { items, voucherCode } = await basketOf(client);
  const { rows: members } = await client.query<{ id: string }>(
    `select id from "user" where role = 'member' order by id desc limit 400`,
  );
  const basket = { items: items.slice(0, 1), voucherCode };
  const { totalAmount } = JSON.parse(await ask('POST', '/admin/orders/quote/', basket)) as { totalAmount: number };
  const agent = newAgent(20);
  const began = performance.now();
  const answers = await Promise.allSettled(
    members.map(({ id: userId }) =>
      ask('POST', '/admin/orders/', { ...basket, userId, payableDays: 1, totalAmount }, agent),
    ),
  );
  const made = answers.filter(({ status }) => status === 'fulfilled').length;
  agent.destroy();
  const { rows } = await client.query<{ uses: number }>('select used_count as uses from voucher where code = $1', [
    voucherCode,
  ]);
  if (rows[0]?.uses !== made) throw new Error(`${made} orders were made, ${rows[0]?.uses} uses are counted`);
  note(
    'orders that use one voucher, 20 at once',
    (made / (performance.now() - began)) * 1000,
    ' /s',
    {},
    `${made} made, each use counted`,
  );
}

/** Searches that need an index among so many orders. */
async function measureSearches(lectern: Running): Promise<void> {
  const tenant: Tenant = 'data';
  const client = await connect(tenant);
  try {
    const ask = askerOf(lectern, await tokenOf(client, tenant));
    const { rows } = await client.query<{
      invoice: string;
      name: string;
      phone: string;
      email: string;
      product: string;
    }>(
      `select invoice_number as invoice, user_name as name, user_phone as phone, user_email as email, i.product_id as product
        from "order" o join order_item i on i.order_id = o.id order by created_at desc limit 1`,
    );
    const { invoice, name, phone, email, product } = rows[0]!;
    const q = encodeURIComponent;
    const searches = {
      'an invoice': `search=${q(invoice)}`,
      'an e-mail': `search=${q(email)}`,
      'a phone': `search=${q(phone)}`,
      'a name that many have': `search=${q(name.split(' ')[0]!)}`,
      'a status in a month': 'status=paid&startDate=2026-10-01&endDate=2026-10-31',
      'a product': `productId=${product}`,
    };
    for (const [what, query] of Object.entries(searches)) {
      const list = median(await timed(30, () => ask('GET', `/admin/orders?pageSize=10&${query}`)));
      const sums = median(await timed(30, () => ask('GET', `/admin/orders/sums/?${query}`)));
      note(`${what} among 1,000,000 orders, HTTP, p50`, list, ' ms', { max: 20 }, `its sums ${sums.toFixed(1)} ms`);
    }
    note(
      'sums of all 1,000,000 orders, HTTP, p50',
      median(await timed(30, () => ask('GET', '/admin/orders/sums/'))),
      ' ms',
      { max: 20 },
    );
  } finally {
    await client.end();
  }
}

export async function measureSelling(lectern: Running, million: boolean): Promise<void> {
  const client = await connect('coding');
  try {
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    await measureReadings(ask, client);
    await measureOrderPage(ask, client);
    await measurePrices(ask, client);
    await measureExplanation(ask, client);
    await measureSales(ask, client);
    await measureRedemptions(ask, client);
  } finally {
    await client.end();
  }
  if (million) await measureSearches(lectern);
}

if (import.meta.main) {
  const million = process.argv.includes('--million');
  const none = { users: 0, courses: 0, tracking: 0 };
  await withOwnServer(
    (lectern) => measureSelling(lectern, million),
    million ? { data: { ...none, orders: 1_000_000 } } : {},
  );
}
