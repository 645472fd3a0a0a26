/**
 * Webhooks: the time from a commit to the receiver, and what writing events adds to a write. Run alone:
 * node bench/webhooks.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Ask, askerOf } from './ask.ts';
import { median, percentile, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, tokenOf, withOwnServer } from './server.ts';

const events = 60;

/** Milliseconds from the end of each write to its event at the receiver. */
async function measureDelivery(ask: Ask, client: Client, member: string): Promise<void> {
  const writes = new Map<string, number>();
  const taken: number[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      response.end();
      const written = writes.get((JSON.parse(text) as { data: { name: string } }).data.name);
      if (written) taken.push(performance.now() - written);
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const made = JSON.parse(await ask('POST', '/admin/webhook/', { url, events: ['member.updated'] })) as {
    webhookId: string;
  };
  for (let n = 0; n < events; n += 1) {
    const name = `Bench ${n}`;
    await ask('PATCH', `/admin/user/${member}/profile/`, { name });
    writes.set(name, performance.now());
    // At any moment between two polls.
    await setTimeout(100 + Math.random() * 100);
  }
  for (let wait = 0; taken.length < events && wait < 100; wait += 1) await setTimeout(100);
  receiver.close();
  note(
    'from the commit to a webhook, p95',
    percentile(taken, 0.95),
    ' ms',
    { max: 2000 },
    `${taken.length} events, p50 ${median(taken).toFixed(0)} ms`,
  );
  // Disabled, it goes on to be written for, and nothing is sent.
  await client.query(`update webhook set disabled_at = now(), disabled_because = 'bench' where id = $1`, [
    made.webhookId,
  ]);
}

/** The same write with and without a webhook that wants it, in alternating blocks. */
async function measureCost(ask: Ask, client: Client, member: string): Promise<void> {
  let n = 0;
  const write = () => ask('PATCH', `/admin/user/${member}/profile/`, { name: `Bench ${(n += 1)} x` });
  const wanting = (type: string) => client.query('update webhook set events = array[$1]', [type]);
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let block = 0; block < 10; block += 1)
    for (const [kind, type] of [
      ['with', 'member.updated'],
      ['without', 'certificate.revoked'],
    ] as const) {
      await wanting(type);
      times[kind].push(...(await timed(60, write)));
    }
  const [more, less] = [median(times.with), median(times.without)];
  note('writing events adds to a write', (more / less - 1) * 100, ' %', { max: 3 }, `${less.toFixed(2)} ms without`);
  await client.query('delete from webhook');
}

/** Statements of 10,000 rows with and without a webhook. */
async function measureBulk(client: Client): Promise<void> {
  const statement = `update "order" set status = case status when 'paid' then 'cancelled' else 'paid' end
    where id in (select id from "order" order by created_at limit 10000)`;
  const once = async (types: string) => {
    await client.query(`begin; delete from webhook; insert into webhook (url, events, disabled_at, disabled_because)
      values ('https://bench.test', '${types}', now(), 'bench')`);
    const before = performance.now();
    await client.query(statement);
    const ms = performance.now() - before;
    await client.query('rollback');
    return ms;
  };
  const without = [await once('{batch.finished}'), await once('{batch.finished}')].at(-1)!;
  const written = await once('{order.paid,order.cancelled}');
  note('10,000 orders in a statement, with their events', written, ' ms', {}, `${without.toFixed(0)} ms without`);
}

export async function measureWebhooks(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    const ask = askerOf(lectern, await tokenOf(client, 'coding', 'superadmin'));
    const { rows } = await client.query<{ id: string }>(
      `select id from "user" where role = 'member' and status = 1 order by id desc limit 1`,
    );
    const member = rows[0]!.id;
    await client.query('delete from webhook');
    await measureDelivery(ask, client, member);
    await measureCost(ask, client, member);
    await measureBulk(client);
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureWebhooks);
