/** Tests the order of the start page's queue. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Placed, type TodayKind, inTodayOrder, todayKinds } from './today.ts';

const item = (key: string, kind: TodayKind, amount: number | null = null, at: string | null = null): Placed => ({
  key,
  kind,
  amount,
  at,
});
const keysOf = (items: Placed[]) => items.toSorted(inTodayOrder).map(({ key }) => key);

describe('the order of the queue', () => {
  it('puts paid without access first, and access without payment last', () => {
    const items = [
      item('h', 'access-unpaid', 900_000),
      item('g', 'failed-job'),
      item('f', 'unpaid-order', 5_000_000),
      item('e', 'submission', null, '2020-01-01T00:00:00Z'),
      item('d', 'class-today'),
      item('c', 'certificates-ready'),
      item('b', 'failed-video'),
      item('a', 'paid-no-access', 1),
    ];
    expect(keysOf(items)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('sorts a kind by amount, the highest first, then by time, the earliest first', () => {
    const items = [
      item('no amount', 'unpaid-order', null, '2026-11-01T00:00:00Z'),
      item('newer', 'unpaid-order', 500, '2026-11-03T00:00:00Z'),
      // Earlier, although its text is greater.
      item('older', 'unpaid-order', 500, '2026-11-03T06:00:00+07:00'),
      item('dear', 'unpaid-order', 900, '2026-11-25T00:00:00Z'),
      item('without time', 'unpaid-order', 500, null),
    ];
    expect(keysOf(items)).toEqual(['dear', 'older', 'newer', 'without time', 'no amount']);
  });

  it('is the same whatever the items come in', () => {
    const items = fc.array(
      fc.record({
        key: fc.string(),
        kind: fc.constantFrom(...(Object.keys(todayKinds) as TodayKind[])),
        amount: fc.option(fc.nat(3)),
        at: fc.option(fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')),
      }),
    );
    fc.assert(
      fc.property(items, (some) => {
        expect(some.toReversed().toSorted(inTodayOrder)).toEqual(some.toSorted(inTodayOrder));
      }),
    );
  });
});
