/**
 * Suite of the tracking client, run unchanged against the embedded documents and Google's emulator (order-tracking.md,
 * How it is proved).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noFilter, type TrackingFilter } from '../admin/src/shared/order-tracking/filters.ts';
import { checkReads } from './tracking-client.checks.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';
import type { ExportPart, TrackingClient } from '../admin/src/shared/order-tracking/tracking-types.ts';
import type { TrackingWorld, WireDocument } from './tracking-world.ts';

const string = (stringValue: string) => ({ stringValue });
const moment = (timestampValue: string) => ({ timestampValue });
const customerService = (name: string, phone: string) => ({
  mapValue: { fields: { name: string(name), phone: string(phone) } },
});
const order = (id: string, fields: WireDocument['fields']): WireDocument => ({
  collection: 'order_staging',
  id,
  fields,
});
const shift = 7 * 3_600_000;
const ago = (milliseconds: number) => moment(new Date(Date.now() - milliseconds).toISOString());

export function trackingClientSuite(start: () => Promise<TrackingWorld>): void {
  let world: TrackingWorld;
  let client: TrackingClient;

  beforeAll(async () => {
    world = await start();
    client = openTracking(() => Promise.resolve(world.access), world.origin);
    await world.signInAs('customer-service');
  });
  afterAll(async () => {
    await client.close();
    await world.stop();
  });

  const idsOf = async (filter: Partial<TrackingFilter> = {}, page = 1, pageSize = 100) => {
    const { failure, totalItems, trackingOrders } = await client.page({ ...noFilter, ...filter }, page, pageSize);
    expect(failure).toBeUndefined();
    return { totalItems, ids: trackingOrders.map(({ id }) => id) };
  };

  describe('a list', () => {
    beforeAll(() =>
      world.fill([
        order('whole', {
          timestamp: moment('2026-01-02T03:04:05.123456Z'),
          user_email: string('siti+1@demo.test'),
          user_phone: string('0812'),
          user_name: string('Siti'),
          course_id: string('c1'),
          course_name: string('Web'),
          status: string('paid'),
          customer_service_number: customerService('Dewi', '+62811'),
        }),
        order('a microsecond later', {
          timestamp: moment('2026-01-02T03:04:05.123457Z'),
          user_email: string('budi@demo.test'),
          customer_service_number: customerService('Dewi', '+62811'),
        }),
        order('tie a', { timestamp: moment('2026-01-01T00:00:00Z'), user_email: string('siti+1@demo.test') }),
        order('tie b', { timestamp: moment('2026-01-01T00:00:00Z') }),
        order('text', { timestamp: string('2020-01-01') }),
        order('number', { timestamp: { integerValue: '1767322800000' } }),
        order('null', { timestamp: { nullValue: null } }),
        order('without', { user_email: string('siti+1@demo.test'), status: string('paid') }),
      ]),
    );

    test('is newest first: text before moments before numbers, ties by name; orders without a timestamp are neither shown nor counted', async () => {
      expect(await idsOf()).toEqual({
        totalItems: 7,
        ids: ['text', 'a microsecond later', 'whole', 'tie b', 'tie a', 'number', 'null'],
      });
    });

    test('returns each order as the record that the page shows', async () => {
      const {
        trackingOrders: [first, second],
      } = await client.page({ ...noFilter, customerServicePhone: '+62811' }, 1, 5);
      expect(second).toEqual({
        id: 'whole',
        userEmail: 'siti+1@demo.test',
        userPhone: '0812',
        userName: 'Siti',
        courseId: 'c1',
        courseName: 'Web',
        status: 'paid',
        customerService: { name: 'Dewi', phone: '+62811' },
        dateTime: '02 Jan 2026, 10.04.05',
        placedAt: '2026-01-02T03:04:05.123Z',
      });
      expect(first).toMatchObject({ id: 'a microsecond later', status: 'unpaid', userName: '' });
    });

    test('filters by e-mail, which may be URL-encoded, and by customer service', async () => {
      expect(await idsOf({ email: 'siti%2B1%40demo.test' })).toEqual({ totalItems: 2, ids: ['whole', 'tie a'] });
      expect(await idsOf({ email: 'siti+1@demo.test', customerServicePhone: '+62811' })).toEqual({
        totalItems: 1,
        ids: ['whole'],
      });
      expect(await idsOf({ email: 'nobody@demo.test' })).toEqual({ totalItems: 0, ids: [] });
    });

    test('is equal however it is read', { timeout: 60_000 }, async () => {
      expect(await checkReads(client)).toBe(7);
    });

    test('ignores a blank e-mail and an unknown date', async () => {
      expect((await idsOf({ email: '%20 ', date: '2w' })).totalItems).toBe(7);
    });

    test('has at least one order a page', async () => {
      await expect(client.page(noFilter, 1, 0)).rejects.toThrow(new RangeError('A limit must be positive'));
      await expect(client.page(noFilter, 1, -5)).rejects.toThrow('A limit must be positive');
    });
  });

  test('includes with a date filter only moments not older than now plus seven hours minus the period', async () => {
    const week = 7 * 86_400_000;
    const minute = 60_000;
    await world.fill([
      order('inside', {
        timestamp: ago(week - shift - minute),
        user_email: string('a@demo.test'),
        customer_service_number: customerService('Dewi', '+62811'),
      }),
      order('outside', {
        timestamp: ago(week - shift + minute),
        user_email: string('a@demo.test'),
        customer_service_number: customerService('Dewi', '+62811'),
      }),
      order('now', { timestamp: ago(0) }),
      order('text', { timestamp: string('9999'), user_email: string('a@demo.test') }),
    ]);
    expect(await idsOf({ date: '7d' })).toEqual({ totalItems: 2, ids: ['now', 'inside'] });
    expect(await idsOf({ date: '7d', email: 'a@demo.test', customerServicePhone: '+62811' })).toEqual({
      totalItems: 1,
      ids: ['inside'],
    });
    expect(await idsOf({ date: '30d' })).toEqual({ totalItems: 3, ids: ['now', 'inside', 'outside'] });
    expect((await idsOf({ date: '30d' }, 2, 1)).ids).toEqual(['inside']);
  });

  describe('many orders with the same moment', () => {
    const total = 2203;
    const names = Array.from({ length: total }, (_, index) => `order-${String(index).padStart(4, '0')}`).toReversed();
    beforeAll(() => world.fill(names.map((id) => order(id, { timestamp: moment('2026-01-01T00:00:00Z') }))));

    test('are listed page after page without losses and duplicates', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => idsOf({}, page, 7)));
      expect(pages.flatMap(({ ids }) => ids)).toEqual(names.slice(0, 21));
      expect(pages.map(({ totalItems }) => totalItems)).toEqual([total, total, total]);
    });

    test('a jump to a far page and back shows the same rows as paging', async () => {
      expect((await idsOf({}, 220, 10)).ids).toEqual(names.slice(2190, 2200));
      expect((await idsOf({}, 221, 10)).ids).toEqual(names.slice(2200));
      expect((await idsOf({}, 60, 10)).ids).toEqual(names.slice(590, 600));
    });

    test('a page after the last is empty and returns the total', async () => {
      expect(await idsOf({}, 222, 10)).toEqual({ totalItems: total, ids: [] });
      expect(await idsOf({}, 5000, 10)).toEqual({ totalItems: total, ids: [] });
    });

    test('are exported completely, at most 1,500 at a time', async () => {
      const parts: ExportPart[] = [];
      for await (const part of client.exportPages(noFilter)) parts.push(part);
      expect(parts.map(({ trackingOrders }) => trackingOrders.length)).toEqual([1500, 703]);
      expect(parts.flatMap(({ trackingOrders }) => trackingOrders.map(({ id }) => id))).toEqual(names);
      expect(parts.map(({ totalItems }) => totalItems)).toEqual([total, total]);
    });

    test('are equal however they are read', { timeout: 60_000 }, async () => {
      expect(await checkReads(client)).toBe(total);
    });

    test('stops an export on request', async () => {
      const stop = new AbortController();
      const read = async () => {
        for await (const _ of client.exportPages(noFilter, stop.signal)) stop.abort(new Error('enough'));
      };
      await expect(read()).rejects.toThrow('enough');
    });
  });

  describe('visited pages after orders were added or removed', () => {
    const at = (index: number) =>
      order(`order-${String(index).padStart(2, '0')}`, { timestamp: moment(`2026-01-01T00:00:${String(index)}Z`) });
    const from = (oldest: number, count: number) => Array.from({ length: count }, (_, index) => at(oldest + index));
    const newestFirst = (documents: WireDocument[]) => documents.map(({ id }) => id).toReversed();
    const seen = async (documents: WireDocument[]) => {
      await world.fill(documents);
      for (const page of [1, 2, 3]) await idsOf({}, page, 10);
    };

    test('show all rows again after newer ones were added', async () => {
      await seen(from(10, 24));
      const now = from(10, 34);
      await world.fill(now);
      await idsOf({}, 2, 10);
      expect(await idsOf({}, 3, 10)).toEqual({ totalItems: 34, ids: newestFirst(now).slice(20, 30) });
      expect(await idsOf({}, 4, 10)).toEqual({ totalItems: 34, ids: newestFirst(now).slice(30) });
    });

    test('are dropped after the newest were removed', async () => {
      await seen(from(10, 29));
      const now = from(10, 14);
      await world.fill(now);
      expect(await idsOf({}, 3, 10)).toEqual({ totalItems: 14, ids: [] });
      expect(await idsOf({}, 2, 10)).toEqual({ totalItems: 14, ids: newestFirst(now).slice(10) });
      await world.fill([...from(10, 5), ...from(30, 9)]);
      expect(await idsOf({}, 2, 10)).toMatchObject({ totalItems: 14, ids: { length: 4 } });
    });
  });

  test('finds a far page by counting: between bursts, ties, text before and numbers after the moments', async () => {
    const index = (number: number) => String(number).padStart(4, '0');
    const burst = (number: number) => new Date(Date.UTC(2026, number % 5, 1) + number ** 2).toISOString();
    await world.fill([
      ...[1, 2, 3].map((number) => order(`text ${number}`, { timestamp: string(`2026-0${number}`) })),
      ...Array.from({ length: 1500 }, (_, number) => order(`m${index(number)}`, { timestamp: moment(burst(number)) })),
      ...Array.from({ length: 400 }, (_, number) => order(`tie${index(number)}`, { timestamp: moment(burst(7)) })),
      ...[1, 2, 3].map((number) => order(`number ${number}`, { timestamp: { integerValue: `${number}` } })),
    ]);
    const all: string[] = [];
    for await (const part of client.exportPages(noFilter)) all.push(...part.trackingOrders.map(({ id }) => id));
    expect(all).toHaveLength(1906);
    for (const page of [191, 1, 70, 100, 120, 150, 155, 190]) {
      const fresh = openTracking(() => Promise.resolve(world.access), world.origin);
      const { totalItems, trackingOrders } = await fresh.page(noFilter, page, 10);
      expect([totalItems, trackingOrders.map(({ id }) => id)]).toEqual([1906, all.slice((page - 1) * 10, page * 10)]);
      await fresh.close();
    }
  });

  test('counts and lists exactly by status; a missing or non-text status is unpaid', { timeout: 60_000 }, async () => {
    const kinds: WireDocument['fields'][] = [
      {},
      { status: string('unpaid') },
      { status: { nullValue: null } },
      { status: string('') },
    ];
    const others = [
      { status: string('paid') },
      { status: string('wait for Budi') },
      { status: string('x'.repeat(99)) },
    ];
    const day = (number: number) => moment(new Date(Date.UTC(2026, 0, 1 + (number % 300), 0, 0, number)).toISOString());
    const documents = Array.from({ length: 400 }, (_, number) =>
      order(`d${number}`, {
        timestamp: day(number),
        customer_service_number: customerService('Dewi', number % 3 ? '+62811' : '+62812'),
        ...(number % 5 ? others[number % 3] : kinds[(number / 5) % 4]),
      }),
    );
    await world.fill([...documents, order('untimed', {}), order('untimed paid', { status: string('paid') })]);
    const { ids: all } = await idsOf({}, 1, 400);
    const unpaid = all.filter((id) => Number(id.slice(1)) % 5 === 0);
    expect(await idsOf({ status: 'unpaid' }, 1, 100)).toEqual({ totalItems: 80, ids: unpaid });
    expect((await idsOf({ status: 'unpaid' }, 8, 10)).ids).toEqual(unpaid.slice(70));
    expect((await idsOf({ status: 'unpaid' }, 2, 10)).ids).toEqual(unpaid.slice(10, 20));
    expect(await idsOf({ status: 'unpaid', customerServicePhone: '+62812' })).toMatchObject({ totalItems: 27 });
    const paid = all.filter((id) => Number(id.slice(1)) % 5 !== 0 && Number(id.slice(1)) % 3 === 0);
    expect(await idsOf({ status: 'paid' }, 1, 200)).toEqual({ totalItems: 107, ids: paid });
    expect(await idsOf({ status: 'failed' })).toEqual({ totalItems: 0, ids: [] });
    expect(await checkReads(client)).toBe(400);
  });

  describe('a status', () => {
    beforeAll(() =>
      world.fill([
        order('d1', { timestamp: moment('2026-01-01T00:00:00Z'), user_name: string('Siti') }),
        order('untimed', {}),
      ]),
    );

    test('is set without touching other fields', async () => {
      await client.setStatus('d1', 'paid');
      await client.setStatus('d1', 'refunded');
      const { trackingOrders } = await client.page(noFilter, 1, 5);
      expect(trackingOrders).toMatchObject([
        { id: 'd1', status: 'refunded', userName: 'Siti', dateTime: '01 Jan 2026, 07.00.00' },
      ]);
    });

    test('is set on an order without a timestamp', async () => {
      await expect(client.setStatus('untimed', 'paid')).resolves.toBeUndefined();
    });

    test('of a missing order returns not found and creates nothing', async () => {
      await expect(client.setStatus('missing', 'paid')).rejects.toMatchObject({ code: 'not-found' });
      expect(await idsOf()).toEqual({ totalItems: 1, ids: ['d1'] });
    });

    test('is refused when it is unknown', async () => {
      await expect(client.setStatus('d1', 'stolen' as never)).rejects.toMatchObject({ code: 'permission-denied' });
    });
  });

  test('reads all customer-service numbers, however many', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ name: `CS ${index}`, phone: `+62${index}` }));
    await world.fill(
      many.map(({ name, phone }, index) => ({
        collection: 'customer_service_number',
        id: `n${String(index).padStart(3, '0')}`,
        fields: { name: string(name), phone: string(phone) },
      })),
    );
    expect(await client.customerServices()).toEqual(many);
  });

  test('without permission, page 1 has zero items and no numbers, and writes are refused', async () => {
    await world.fill([order('d1', { timestamp: moment('2026-01-01T00:00:00Z') })]);
    await world.signInAs('member');
    expect(await client.page(noFilter, 2, 10)).toEqual({
      totalItems: 0,
      page: 1,
      pageSize: 10,
      trackingOrders: [],
      failure: expect.objectContaining({ code: 'permission-denied' }),
    });
    expect(await client.customerServices()).toEqual([]);
    await expect(client.setStatus('d1', 'paid')).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(client.exportPages(noFilter).next()).rejects.toMatchObject({ code: 'permission-denied' });
    await world.signInAs('customer-service');
    expect((await idsOf()).totalItems).toBe(1);
  });
}
