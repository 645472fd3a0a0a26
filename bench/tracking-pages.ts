/**
 * Cost of reading pages of 100,000 tracking documents with the browser's client: requests and milliseconds. Run alone:
 * node bench/tracking-pages.ts
 */
import { noFilter, type TrackingFilter } from '../admin/src/shared/order-tracking/filters.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';
import type { Client } from 'pg';
import { median } from './measure.ts';
import { note } from './report.ts';
import { withOwnServer, connect, type Running, tokenOf } from './server.ts';

/** Marks all unpaid orders of one customer service as paid except the 14 newest. */
async function chase(client: Client, phone: string): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(
    `update tracking_document set status = '{"stringValue": "paid"}' where id in (
      select id from tracking_document
      where collection = 'order_staging' and customer_service_phone = $1 and coalesce(status_text, 'unpaid') = 'unpaid'
      order by order_key desc offset 14)`,
    [phone],
  );
}

const diligent = '0812-0000-9005';

export async function measureTrackingPages({ url }: Running): Promise<void> {
  const client = await connect('coding');
  const token = await chase(client, diligent)
    .then(() => tokenOf(client, 'coding'))
    .finally(() => client.end());
  const plainFetch = globalThis.fetch;
  let requests = 0;
  globalThis.fetch = (input, init) => {
    requests += 1;
    return plainFetch(input, { ...init, headers: { ...(init?.headers as object), cookie: `accessToken=${token}` } });
  };
  const access = { mode: 'embedded', projectId: 'coding', apiKey: 'any', path: '/firestore' } as const;
  const [somebody] = await openTracking(async () => access, url).customerServices();
  const filters: Record<string, Partial<TrackingFilter>> = {
    all: {},
    'of a customer service': { customerServicePhone: somebody?.phone ?? '' },
    'of 12 months': { date: '12m' },
    paid: { status: 'paid' },
    unpaid: { status: 'unpaid' },
    'unpaid, of whom 14 are left': { status: 'unpaid', customerServicePhone: diligent },
    'unpaid, of 12 months and a customer service': {
      status: 'unpaid',
      date: '12m',
      customerServicePhone: somebody?.phone ?? '',
    },
  };
  try {
    for (const [what, filter] of Object.entries(filters)) {
      for (const page of [1, 2, 500, 5000, 9990]) {
        const taken: number[] = [];
        let last = '';
        for (let run = 0; run < 5; run++) {
          requests = 0;
          const tracking = openTracking(async () => access, url);
          const before = performance.now();
          const answer = await tracking.page({ ...noFilter, ...filter }, page, 10);
          if (answer.failure) throw answer.failure;
          taken.push(performance.now() - before);
          last = `${requests} requests, ${answer.trackingOrders.length} rows of ${answer.totalItems}`;
          await tracking.close();
        }
        note(`tracking orders ${what}, page ${page}`, median(taken), ' ms', {}, last);
      }
    }
  } finally {
    globalThis.fetch = plainFetch;
  }
}

if (import.meta.main) await withOwnServer(measureTrackingPages);
