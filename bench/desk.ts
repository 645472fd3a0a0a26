/** Queues of the desk over HTTP, with 100,000 tracked orders that all have desk work. Run alone: node bench/desk.ts */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, alone, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 100_000;

/** Claimed by the users of the desk in turn; a third is settled, half have a follow-up, and half of those are past. */
const fill = (missing: number) => `
  insert into desk_order (id, status, ordered_at, claimed_by, claimed_at, follow_up_at, contacted_at)
    select 'bench' || n || '-' || extract(epoch from now()), (array['unpaid', 'pending', 'paid'])[1 + n % 3], now() - n * interval '7 minutes',
      case when n % 4 > 0 then person.id end, now(),
      case when n % 2 = 0 then now() + (n % 600 - 300) * interval '1 hour' end, case when n % 5 > 1 then now() - n * interval '1 minute' end
    from generate_series(1, ${missing}) n join (select id, row_number() over (order by id) as turn, count(*) over () as number from "user"
      where tenant = current_tenant() and role in ('admin', 'customer-service', 'superadmin')) person on person.turn = 1 + n % person.number`;

async function fillUp(client: Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from desk_order');
  const missing = size - (rows[0]?.n ?? 0);
  if (missing > 0) await fillAsOwner('coding', async (tx) => void (await sql.raw(fill(missing)).execute(tx)));
}

const calls = {
  'the figures of all queues': 'counts/',
  mine: '?queue=mine',
  'the overdue': '?queue=overdue',
  'the contacted, far down': '?queue=contacted&page=900',
};

export async function measureDesk(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await fillUp(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    for (const [what, path] of Object.entries(calls)) {
      const taken = median(await timed(50, () => ask('GET', `/admin/order-tracking/desk/${path}`)));
      note(`100,000 orders of the desk, ${what}, HTTP, p50`, taken, ' ms', { most: 20 });
    }
  } finally {
    await client.end();
  }
}

if (import.meta.main) await alone(measureDesk);
