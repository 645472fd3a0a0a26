/**
 * Batches over HTTP, worked off by the worker: orders per second of a status change, of one that opens courses, and of
 * the undo. Run withOwnServer: node bench/batches.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Ask, askerOf } from './ask.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, fillAsOwner, tokenOf } from './server.ts';

const size = 10_000;
const perSecond = 2_000;
/** Also writes memberships, counts, entries of the ledger, and checks of members at risk: see docs/decisions/0065. */
const paidPerSecond = 1_000;

/** Makes unpaid orders that a search finds, each of another member and one of a hundred courses, as shops have them. */
async function fill(client: Client, word: string): Promise<void> {
  await client.query(
    `with member as (select id, row_number() over (order by id) as n from "user" where role = 'member' order by id limit $2),
        product as (select id, name, row_number() over (order by id) - 1 as n from course where capacity is null order by id limit 100),
        made as (insert into "order" (invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status,
            payment_provider, payment_method)
          select $1 || '/' || n, id, $1, $1 || '@sample.test', '', 100000, 100000, 'unpaid', 'manual', 'transfer' from member
          returning id, split_part(invoice_number, '/', 2)::int as n)
      insert into order_item (order_id, line, product_type, product_id, product_name, price, discount_amount)
        select made.id, 1, 'courses', product.id, product.name, 100000, 0 from made join product on product.n = made.n % 100`,
    [word, size],
  );
}

/** Removes the orders, also those of interrupted runs; otherwise every run would add 10,000 to the sales of one day. */
const removeOrders = () =>
  fillAsOwner('coding', async (tx) => {
    await tx.deleteFrom('order').where('invoiceNumber', 'like', 'massal%').execute();
  });

interface Batch {
  batchId: string;
  state: string;
  done: number;
  undone: number;
  finishedAt: string | null;
}

/** Records per second, of `size`, from the call until the last record. */
export async function rate(
  ask: Ask,
  size: number,
  begin: () => Promise<string>,
): Promise<{ rate: number; batch: Batch }> {
  const since = performance.now();
  let batch = JSON.parse(await begin()) as Batch;
  while (batch.state === 'running') {
    await sleep(50);
    batch = JSON.parse(await ask('GET', `/admin/batch/${batch.batchId}/`)) as Batch;
  }
  return { rate: (size / (performance.now() - since)) * 1000, batch };
}

export async function measureBatches(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    await client.query('set statement_timeout = 0');
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const word = `massal${Date.now()}`;
    await fill(client, word);
    const set = (value: string) => () =>
      ask('POST', `/admin/batch/order-status/?search=${word}`, { ids: null, expected: size, value });
    const undo = (batchId: string) => () => ask('POST', `/admin/batch/${batchId}/undo/`);
    const pending = await rate(ask, size, set('pending'));
    note(`${size} orders set to pending as a batch`, pending.rate, ' rows/s', { min: perSecond });
    note('the undo of it', (await rate(ask, size, undo(pending.batch.batchId))).rate, ' rows/s', { min: perSecond });
    const paid = await rate(ask, size, set('paid'));
    note(`${size} orders set to paid, which opens their courses`, paid.rate, ' rows/s', { min: paidPerSecond });
    note('the undo of it', (await rate(ask, size, undo(paid.batch.batchId))).rate, ' rows/s', { min: paidPerSecond });
  } finally {
    await client.end();
    await removeOrders();
  }
}

if (import.meta.main) await withOwnServer(measureBatches);
