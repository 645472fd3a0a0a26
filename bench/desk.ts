/**
 * Queues of the desk and the report of recovered payments over HTTP, with 100,000 tracked orders. Run alone: node
 * bench/desk.ts
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 100_000;

/** Three quarters are claimed by users in turn; a third is paid, half have a follow-up, and half of those are past. */
const fill = (missing: number) => `
  insert into desk_order (id, status, ordered_at, claimed_by, claimed_at, follow_up_at, contacted_at)
    select 'bench' || n || '-' || extract(epoch from now()), (array['unpaid', 'pending', 'paid'])[1 + n % 3], now() - n * interval '7 minutes',
      case when n % 4 > 0 then person.id end, now(),
      case when n % 2 = 0 then now() + (n % 600 - 300) * interval '1 hour' end, case when n % 5 > 1 then now() - n * interval '1 minute' end
    from generate_series(1, ${missing}) n join (select id, row_number() over (order by id) as turn, count(*) over () as number from "user"
      where tenant = current_tenant() and role in ('admin', 'customer-service', 'superadmin')) person on person.turn = 1 + n % person.number`;

/** Takes in every open order of the desk, with a course each in turn. */
const fillChase = `
  insert into chase_document (id, ordered_at, user_email, course_id)
    select id, ordered_at, user_email, course.course_id from (select *, row_number() over (order by id) as n from desk_order
        where status in ('unpaid', 'pending') and ordered_at is not null) placed
      join (select id as course_id, row_number() over (order by id) as turn, count(*) over () as number from course) course
        on course.turn = 1 + n % course.number on conflict do nothing`;
/** A contact for every order of the benchmark. */
const fillContacts = `
  insert into desk_event (order_id, kind, at, user_id, template_name)
    select id, 'contact', ordered_at + interval '1 hour', claimed_by, 'Bench ' || abs(hashtext(id)) % 8 from desk_order
    where ordered_at is not null and id like 'bench%'`;
const fillPaid = `update desk_order set paid_at = ordered_at + interval '2 days', paid_value = 500000
  where status = 'paid' and paid_at is null and id like 'bench%'`;

async function fillUp(client: Client): Promise<void> {
  const { rows } = await client.query<{ n: number; contacts: number }>(
    `select (select count(*)::int from desk_order) as n, (select count(*)::int from desk_event where kind = 'contact') as contacts`,
  );
  const missing = size - (rows[0]?.n ?? 0);
  const fills = [
    ...(missing > 0 ? [fill(missing)] : []),
    fillChase,
    ...((rows[0]?.contacts ?? 0) < size / 2 ? [fillContacts, fillPaid] : []),
  ];
  await fillAsOwner('coding', async (tx) => {
    for (const one of fills) await sql.raw(one).execute(tx);
  });
}

const calls = {
  'the figures of all queues': 'desk/counts/',
  mine: 'desk/?queue=mine',
  'the overdue': 'desk/?queue=overdue',
  'the contacted, far down': 'desk/?queue=contacted&page=900',
  'the chase order': 'desk/chase/',
  'the chase order, last page': 'desk/chase/?page=200',
};
/** Report over the contacts of the period, out of 100,000. */
const reports = { 'recovered payments of 30 days': 'recovery/?period=30', 'and of 90 days': 'recovery/?period=90' };

export async function measureDesk(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await fillUp(client);
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    for (const [what, path] of Object.entries(calls)) {
      const taken = median(await timed(50, () => ask('GET', `/admin/order-tracking/${path}`)));
      note(`100,000 orders of the desk, ${what}, HTTP, p50`, taken, ' ms', { max: 20 });
    }
    for (const [what, path] of Object.entries(reports)) {
      const taken = median(await timed(20, () => ask('GET', `/admin/order-tracking/${path}`)));
      note(`100,000 contacts of the desk, ${what}, HTTP, p50`, taken, ' ms', { max: 200 });
    }
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureDesk);
