/** The list of 100,000 subscriptions over HTTP, in each of its orders. Run alone: node bench/subscriptions.ts */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, alone, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 100_000;

/** Of members in turn; half of them run, the others have ended, and every tenth was cancelled. */
const fill = (missing: number) => `
  insert into subscription (user_id, plan_id, start_date, end_date, cancelled_at)
    select member.id, (select id from subscription_plan where tenant = current_tenant() order by id limit 1),
      current_date + day - 100, current_date + day, case when n % 10 = 0 then now() end
    from (select n, (n * 7919::bigint % 360 - 180)::int as day from generate_series(1, ${missing}) n) made
      join (select id, row_number() over (order by id) as place, count(*) over () as number from "user"
        where tenant = current_tenant()) member on member.place = 1 + n % member.number`;

/** Once, to the full number. */
async function fillUp(client: Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from subscription');
  const missing = size - (rows[0]?.n ?? 0);
  if (missing > 0) await fillAsOwner('coding', async (tx) => void (await sql.raw(fill(missing)).execute(tx)));
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
    for (const [what, query] of Object.entries(pages)) {
      const taken = median(await timed(50, () => ask('GET', `/admin/subscriptions/?${query}`)));
      note(`100,000 subscriptions, ${what}, HTTP, p50`, taken, ' ms', { most: 20 });
    }
  } finally {
    await client.end();
  }
}

if (import.meta.main) await alone(measureSubscriptions);
