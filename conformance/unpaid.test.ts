/** Request count of finding unpaid orders with the browser's client on the embedded documents. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { noFilter } from '../admin/src/shared/order-tracking/filters.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';
import type { TrackingClient } from '../admin/src/shared/order-tracking/tracking-types.ts';
import { embeddedWorld, type EmbeddedWorld } from './embedded-world.ts';

const unpaid = { ...noFilter, status: 'unpaid' } as const;
const many = 20_000;

let world: EmbeddedWorld;
let client: TrackingClient;
beforeAll(async () => {
  world = await embeddedWorld();
  await world.signInAs('customer-service');
});
afterAll(() => world.stop());
beforeEach(() => {
  client = openTracking(async () => world.access, world.origin);
});
afterEach(() => client.close());

/** One order a minute; those at these positions from the newest have no status, the others are paid. */
async function fill(places: number[]): Promise<void> {
  await world.fill(
    Array.from({ length: many }, (_, at) => ({
      collection: 'order_staging',
      id: `d${at}`,
      fields: {
        timestamp: { timestampValue: new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString() },
        ...(!places.includes(at) && { status: { stringValue: 'paid' } }),
      },
    })),
  );
  await world.server.sql('analyze tracking_document');
}

const requests = () => vi.mocked(globalThis.fetch).mock.calls.length;

async function pageOf(page: number) {
  const before = requests();
  const { totalItems, trackingOrders } = await client.page(unpaid, page, 10);
  return { totalItems, ids: trackingOrders.map(({ id }) => id), requests: requests() - before };
}

describe('14 unpaid orders among the newest 100 of 20,000', () => {
  const places = Array.from({ length: 14 }, (_, one) => one * 7);
  const ids = places.map((at) => `d${at}`);
  beforeAll(() => fill(places));

  test('take a handful of requests per page', async () => {
    const first = await pageOf(1);
    expect(first).toMatchObject({ totalItems: 14, ids: ids.slice(0, 10) });
    expect(first.requests).toBeLessThanOrEqual(5);
    const second = await pageOf(2);
    expect(second).toMatchObject({ totalItems: 14, ids: ids.slice(10) });
    expect(second.requests).toBeLessThanOrEqual(7);
  });

  test('are all listed when one is paid after its page was shown', async () => {
    await pageOf(1);
    await client.setStatus('d7', 'paid');
    try {
      const second = await pageOf(2);
      expect(second).toMatchObject({ totalItems: 13, ids: ids.slice(11) });
      expect(second.requests).toBeLessThanOrEqual(16);
    } finally {
      await client.setStatus('d7', 'unpaid');
    }
  });
});

describe('one old unpaid order of 20,000', () => {
  beforeAll(() => fill([19_000]));

  test('is found by counting', async () => {
    const { ids, ...found } = await pageOf(1);
    expect(ids).toEqual(['d19000']);
    expect(found.requests).toBeLessThanOrEqual(46);
  });

  test('is no longer searched when the page is left', async () => {
    const left = new AbortController();
    const before = requests();
    const sending = vi.mocked(globalThis.fetch).getMockImplementation()!;
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
      if (requests() - before === 8) left.abort(new Error('the page was left'));
      return sending(input, init);
    });
    await expect(client.page(unpaid, 1, 10, left.signal)).rejects.toThrow('the page was left');
    vi.mocked(globalThis.fetch).mockImplementation(sending);
    await client.page(noFilter, 1, 10);
    // The eighth request is one of three concurrent ones.
    expect(requests() - before).toBeLessThanOrEqual(12);
  });
});
