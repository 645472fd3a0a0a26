/** Tests that the SQL for prices and discounts agrees with the contract's pure rules. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as price from '#contract/pricing/price.ts';
import type { Db } from '#platform/database/database.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { activeDiscount, discountStatus, findClashes, withFinalPrice } from './pricing.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await testDatabase();
});
afterAll(() => testDb.drop());

/** Error that rolls back each trial. */
const undone = new Error('undone');
const trying = <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
  let result: Result;
  return testDb.database
    .tenant('coding')
    .transaction()
    .execute(async (db) => {
      result = await work(db);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
      return result;
    });
};

interface Rule extends price.Switched {
  type: price.DiscountType;
  value: number;
}

/** Few moments, so that starts, ends and query times often coincide; some differ by a millisecond or a minute. */
const steps = [-1, 0, 1, 59_999, 60_000];
const start = Date.parse('2026-11-21T03:00:00.000Z');
const moment = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...steps))
  .map(([hour, ms]) => start + hour * 3_600_000 + ms);
const iso = (ms: number) => new Date(ms).toISOString();
const maybe = fc.option(moment, { nil: null, freq: 3 });
const reduction = fc.oneof(
  fc.record({
    type: fc.constantFrom(price.DiscountType.IDR_BECOMES, price.DiscountType.IDR_OFF),
    value: fc.constantFrom(0, 1, 99_000, 150_000, 1_000_000_000),
  }),
  fc.record({ type: fc.constant(price.DiscountType.PERCENTAGE), value: fc.constantFrom(1, 33, 99, 100) }),
);
const rule: fc.Arbitrary<Rule> = fc
  .record({ reduction, from: maybe, to: maybe, isActive: fc.boolean() })
  .filter(({ from, to }) => from === null || to === null || from < to)
  .map(({ reduction: made, from, to, isActive }) => ({
    ...made,
    startDate: from === null ? null : iso(from),
    endDate: to === null ? null : iso(to),
    isActive,
  }));
const at = (ms: number) => sql`${iso(ms)}::timestamptz`;

const addDiscount = async (db: Db, { type, ...rest }: Rule, name = 'Promo') => {
  const { id } = await db
    .insertInto('discount')
    .values({ ...rest, name, discountType: type, productType: 'courses' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
let products = 0;
const halves = {
  course: {
    kind: 'course',
    table: 'course',
    async add(db: Db, price = 0) {
      products += 1;
      const row = { name: `Kelas ${products}`, slug: `kelas-${products}`, type: 0, price } as const;
      return db.insertInto('course').values(row).returning('id').executeTakeFirstOrThrow();
    },
    link: (db: Db, discountId: string, courseId: string) =>
      db.insertInto('discountCourse').values({ discountId, courseId }).execute(),
    leave: (db: Db, holderId: string, courseId: string, takerId: string) =>
      db.insertInto('discountCourseLeaving').values({ holderId, courseId, takerId }).execute(),
  },
  'learning path': {
    kind: 'learning-path',
    table: 'learningPath',
    async add(db: Db, price = 0) {
      products += 1;
      const row = { name: `Jalur ${products}`, slug: `jalur-${products}`, price };
      return db.insertInto('learningPath').values(row).returning('id').executeTakeFirstOrThrow();
    },
    link: (db: Db, discountId: string, pathId: string) =>
      db.insertInto('discountPath').values({ discountId, pathId }).execute(),
    leave: (db: Db, holderId: string, pathId: string, takerId: string) =>
      db.insertInto('discountPathLeaving').values({ holderId, pathId, takerId }).execute(),
  },
} as const;

describe('the SQL agrees with the pure rules', () => {
  it('on the status of a discount at any moment', () =>
    fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 12 }), moment, (rules, now) =>
        trying(async (db) => {
          const statuses: number[] = [];
          for (const one of rules) {
            const id = await addDiscount(db, one);
            const row = await db
              .selectFrom('discount')
              .where('id', '=', id)
              .select(discountStatus('discount', at(now)).as('status'))
              .executeTakeFirstOrThrow();
            statuses.push(row.status);
          }
          expect(statuses).toEqual(rules.map((one) => price.statusOf(one, now)));
        }),
      ),
      { numRuns: 60 },
    ));

  describe.each(Object.entries(halves))('on a %s', (_, { kind, table, add, link, leave }) => {
    it('its price with a discount at any moment', () =>
      fc.assert(
        fc.asyncProperty(
          rule,
          fc.constantFrom(0, 1, 99_000, 99_999, 150_000, 1_000_000_000),
          moment,
          (one, listPrice, now) =>
            trying(async (db) => {
              const { id } = await add(db, listPrice);
              await link(db, await addDiscount(db, one), id);
              const row = await db
                .selectFrom(table)
                .where('id', '=', id)
                .select(['price', activeDiscount(kind, table, at(now)).as('reduction')])
                .executeTakeFirstOrThrow();
              expect(withFinalPrice(row).finalPrice).toBe(
                price.finalPrice(listPrice, price.isInForce(one, now) ? one : null),
              );
            }),
        ),
        { numRuns: 120 },
      ));

    it('its price and conflicts when it leaves one discount for another that starts', () =>
      fc.assert(
        fc.asyncProperty(rule, rule, rule, moment, (holder, taker, third, now) =>
          trying(async (db) => {
            const { id } = await add(db, 150_000);
            const [held, taking, mine] = [
              await addDiscount(db, holder, 'Held'),
              await addDiscount(db, taker, 'Taking'),
              await addDiscount(db, third, 'Third'),
            ];
            await link(db, held, id);
            await link(db, taking, id);
            await leave(db, held, id, taking);
            const row = await db
              .selectFrom(table)
              .where('id', '=', id)
              .select(['price', activeDiscount(kind, table, at(now)).as('reduction')])
              .executeTakeFirstOrThrow();
            const leavesAt = taker.isActive ? Date.parse(taker.startDate ?? '1970-01-01') : Infinity;
            const inForce = price.isInForce(taker, now)
              ? taker
              : price.isInForce(holder, now) && leavesAt > now
                ? holder
                : null;
            expect(withFinalPrice(row).finalPrice).toBe(price.finalPrice(150_000, inForce));
            const first = Math.max(price.startOf(holder), price.startOf(third), now);
            const last = Math.min(leavesAt, price.endOf(holder), price.endOf(third));
            const expected = holder.isActive && first < last;
            const found = await findClashes(db, [mine], [id], 100, { at: at(now) });
            expect(found.some(({ discount }) => discount === 'Held')).toBe(expected);
          }),
        ),
        { numRuns: 120 },
      ));

    it('the discounts that will be active on it at the same time', () =>
      fc.assert(
        fc.asyncProperty(rule, fc.array(rule, { maxLength: 6 }), fc.boolean(), moment, (mine, others, isHeld, now) =>
          trying(async (db) => {
            const { id: product } = await add(db);
            const id = await addDiscount(db, mine, 'Mine');
            if (isHeld) await link(db, id, product);
            for (const [n, other] of others.entries())
              await link(db, await addDiscount(db, other, `Other ${n}`), product);
            const clashing = await findClashes(db, [id], isHeld ? undefined : [product], 100, { at: at(now) });
            const expected = others.flatMap((other, n) =>
              other.isActive && price.willOverlap(mine, other, now)
                ? [{ discount: `Other ${n}`, startDate: other.startDate, endDate: other.endDate }]
                : [],
            );
            const named = clashing.map(({ discount, startDate, endDate }) => ({ discount, startDate, endDate }));
            expect(named.toSorted((a, b) => a.discount.localeCompare(b.discount))).toEqual(expected);
          }),
        ),
        { numRuns: 80 },
      ));
  });
});

it('willOverlap is true if both are active at some moment from now on', () => {
  // Every first and last moment of a period and every query time is one of these.
  const moments = [0, 1, 2, 3, 4].flatMap((n) => [...steps, 119_999].map((ms) => start + n * 3_600_000 + ms));
  fc.assert(
    fc.property(rule, rule, moment, (one, other, now) => {
      const both = [one, other].map((period) => ({ ...period, isActive: true }));
      const isTogether = moments.some((ms) => ms >= now && both.every((period) => price.isInForce(period, ms)));
      expect(price.willOverlap(one, other, now)).toBe(isTogether);
    }),
  );
});
