/**
 * Tests that firestore.indexes.json has an index for every query of the tracking client: the emulator needs none, but a
 * hosted project refuses a query without one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderStatuses } from '#contract/order/status.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';
import { embeddedWorld, type EmbeddedWorld } from './embedded-world.ts';

let world: EmbeddedWorld;
beforeAll(async () => {
  world = await embeddedWorld();
});
afterAll(() => world.stop());

interface Query {
  from: [{ collectionId: string }];
  where?: Filter;
  orderBy?: { field: { fieldPath: string }; direction: string }[];
}
type Filter =
  | { compositeFilter: { filters: Filter[] } }
  | { fieldFilter: { field: { fieldPath: string }; op: string } };

const flat = (filter: Filter | undefined): { fieldPath: string; op: string }[] =>
  !filter
    ? []
    : 'compositeFilter' in filter
      ? filter.compositeFilter.filters.flatMap(flat)
      : [{ fieldPath: filter.fieldFilter.field.fieldPath, op: filter.fieldFilter.op }];

/**
 * Fields of the composite index that Firestore needs according to its documentation: equalities, then the sort order,
 * then ranges on other fields, in the last direction. A single field needs none.
 */
function neededIndex({ where, orderBy = [] }: Query): string | undefined {
  const filters = flat(where);
  const equal = filters.filter(({ op }) => op === 'EQUAL').map(({ fieldPath }) => `${fieldPath} ASCENDING`);
  const ordered = orderBy.filter(({ field }) => field.fieldPath !== '__name__');
  const ranges = filters.filter(
    ({ op, fieldPath }) => op !== 'EQUAL' && !ordered.some(({ field }) => field.fieldPath === fieldPath),
  );
  const last = ordered.at(-1)?.direction ?? 'ASCENDING';
  const fields = [
    ...equal.toSorted(),
    ...ordered.map(({ field, direction }) => `${field.fieldPath} ${direction}`),
    ...ranges.map(({ fieldPath }) => `${fieldPath} ${last}`),
  ];
  return fields.length > 1 ? fields.join(', ') : undefined;
}

test('has exactly the indexes for all combinations of filters', async () => {
  await world.fill([
    { collection: 'order_staging', id: 'd1', fields: { timestamp: { timestampValue: '2026-11-02T00:00:00Z' } } },
  ]);
  await world.signInAs('admin');
  const needed = new Set<string>();
  const sending = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
    const body = JSON.parse(String(init?.body)) as {
      structuredQuery?: Query;
      structuredAggregationQuery?: { structuredQuery: Query };
    };
    const index = neededIndex(body.structuredQuery ?? body.structuredAggregationQuery!.structuredQuery);
    if (index) needed.add(index);
    return sending!(input, init);
  });
  const client = openTracking(async () => world.access, world.origin);
  for (const email of ['', 'siti@demo.test']) {
    for (const customerServicePhone of ['', '+62811']) {
      for (const date of ['', '12m']) {
        for (const status of ['', ...orderStatuses] as const) {
          for (const page of [1, 900]) await client.page({ email, customerServicePhone, date, status }, page, 10);
        }
      }
    }
  }
  await client.close();
  const { indexes } = JSON.parse(readFileSync(join(import.meta.dirname, '../firestore.indexes.json'), 'utf8')) as {
    indexes: { collectionGroup: string; fields: { fieldPath: string; order: string }[] }[];
  };
  const present = indexes.map(({ fields }) => fields.map(({ fieldPath, order }) => `${fieldPath} ${order}`).join(', '));
  expect(present.toSorted()).toEqual([...needed].toSorted());
});
