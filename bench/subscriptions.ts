/**
 * List of 100,000 subscriptions over HTTP in each sort, and lists of event vouchers among 100,000. Run alone: node
 * bench/subscriptions.ts
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 100_000;

/** Distributed among members; half have ended, a fifth begin later, the others are current; every tenth was cancelled. */
const fill = (missing: number) => `
  insert into subscription (user_id, plan_id, start_date, end_date, cancelled_at)
    select member.id, (select id from subscription_plan where tenant = current_tenant() order by id limit 1),
      current_date + day - 100, current_date + day, case when n % 10 = 0 then now() end
    from (select n, (n * 7919::bigint % 360 - 180)::int as day from generate_series(1, ${missing}) n) made
      join (select id, row_number() over (order by id) as place, count(*) over () as number from "user"
        where tenant = current_tenant()) member on member.place = 1 + n % member.number`;

/** About ten vouchers for each of the newest 10,000 subscriptions. */
const fillVouchers = (missing: number) => `
  insert into event_voucher (subscription_id, event_name, code, used, expired_at)
    select chosen.id, 'Acara ' || n, 'BENCH' || n, n % 2, now() + interval '30 days' from generate_series(1, ${missing}) n
      join (select id, row_number() over (order by id desc) as place from subscription
        where tenant = current_tenant() order by id desc limit 10000) chosen on chosen.place = 1 + n % 10000`;

/** Inserts missing rows up to the full number, once. */
async function fillUp(client: Client): Promise<void> {
  const fills = { subscription: fill, event_voucher: fillVouchers };
  for (const [table, filling] of Object.entries(fills)) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    const missing = size - (rows[0]?.n ?? 0);
    if (missing > 0) await fillAsOwner('coding', async (tx) => void (await sql.raw(filling(missing)).execute(tx)));
  }
}

/** Event vouchers of one subscription, and of all subscriptions of its user. */
async function voucherPages(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: string; userId: string }>(
    'select id, user_id as "userId" from subscription order by id desc limit 1',
  );
  const { id, userId } = rows[0]!;
  return {
    'of a subscription': `${id}/event-vouchers/`,
    'of a subscription, by a part of a code': `${id}/event-vouchers/?search=bench`,
    'of a person': `event-vouchers/user/${userId}/`,
    'of a person, by a part of a code': `event-vouchers/user/${userId}/?search=bench`,
  };
}

const pages = {
  'by name': '',
  'by name, from the end': 'sort=alpha-desc',
  'the latest': 'sort=latest',
  'ending soon': 'sort=ending-soon',
  'those that ended, after all that end soon': 'sort=ending-soon&page=6000',
  'the expired, by name': 'filter=expired',
  'the cancelled, the latest': 'filter=cancelled&sort=latest',
  'by a part of a name': 'search=wulandari',
};

export async function measureSubscriptions(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await fillUp(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const p50 = async (path: string) => median(await timed(50, () => ask('GET', `/admin/subscriptions/${path}`)));
    for (const [what, query] of Object.entries(pages))
      note(`100,000 subscriptions, ${what}, HTTP, p50`, await p50(`?${query}`), ' ms', { max: 20 });
    for (const [what, path] of Object.entries(await voucherPages(client)))
      note(`100,000 event vouchers, those ${what}, HTTP, p50`, await p50(path), ' ms', { max: 20 });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureSubscriptions);
