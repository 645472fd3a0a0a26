/** The list of 100,000 subscriptions over HTTP, in each of its orders. Run alone: node bench/subscriptions.ts */
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, alone, connect, tokenOf } from './server.ts';

const size = 100_000;

/** Of members in turn; half of them run, the others have ended, and every tenth was cancelled. */
const fill = `
  insert into subscription (user_id, plan_id, start_date, end_date, cancelled_at)
    select member.id, (select id from subscription_plan order by id limit 1), current_date + day - 100, current_date + day,
      case when n % 10 = 0 then now() end
    from (select n, (n * 7919::bigint % 360 - 180)::int as day, 1 + n % (select count(*) from "user") as place
        from generate_series(1, $1::int) n) made
      join (select id, row_number() over (order by id) as place from "user") member using (place)`;

/** As the tenant's own role: once, to the full number. */
async function fillUp(client: Client): Promise<void> {
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from subscription');
  const missing = size - (rows[0]?.n ?? 0);
  if (missing > 0) await client.query(fill, [missing]);
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
