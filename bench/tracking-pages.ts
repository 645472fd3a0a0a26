/**
 * What pages of 100,000 tracking documents cost through the browser's own client: requests and milliseconds.
 * Run alone: node bench/tracking-pages.ts
 */
import { everything, type TrackingFilter } from '../admin/src/areas/order-tracking/filters.ts';
import { openTracking } from '../admin/src/areas/order-tracking/tracking-client.ts';
import { median } from './measure.ts';
import { note } from './report.ts';
import { alone, connect, type Running, tokenOf } from './server.ts';

export async function measureTrackingPages({ url }: Running): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding').finally(() => client.end());
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
    'unpaid, of 12 months and a customer service': {
      status: 'unpaid',
      date: '12m',
      customerServicePhone: somebody?.phone ?? '',
    },
  };
  try {
    for (const [what, filter] of Object.entries(filters)) {
      for (const page of [1, 500, 5000, 9990]) {
        const taken: number[] = [];
        let last = '';
        for (let run = 0; run < 5; run++) {
          requests = 0;
          const tracking = openTracking(async () => access, url);
          const before = performance.now();
          const answer = await tracking.page({ ...everything, ...filter }, page, 10);
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

if (import.meta.main) await alone(measureTrackingPages);
