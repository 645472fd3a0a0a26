/** Tests that the badges in SQL agree with the contract's `badgeOf` in every state, at the edges of period and quota. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiscountType, statusOf } from '#contract/pricing/price.ts';
import { badgeOf, discountBadges, promotionBadges } from '#contract/pricing/promotion-badge.ts';
import { voucherChoices } from '#contract/voucher/choice.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { linkOf } from '../assignment/link.ts';
import { addRecord } from '../testing/sample.ts';
import { discountLinks, promotionBadge } from './promotion-badge.ts';

const now = Date.parse('2026-11-21T03:00:00Z');
const iso = (ms: number | null) => (ms === null ? null : new Date(now + ms).toISOString());
/** Starts and ends around now; a typed end includes its minute. */
const periods = [
  [-60_000, null],
  [0, null],
  [1, null],
  [-600_000, -60_000],
  [-600_000, -59_999],
  [-600_000, 0],
  [-600_000, 1],
  [60_000, 600_000],
] as const;
const booleans = [true, false] as const;
const kinds = ['course', 'learning-path', 'plan', 'product'] as const;

/** The uses of a voucher are otherwise counted by triggers only. */
const countUses = `begin; set local session_replication_role = replica; update voucher set used_count = 3; commit`;

let test: TestApp;
const items = new Map<string, string>();
beforeAll(async () => {
  test = await testAppOf([]);
  for (const kind of kinds) items.set(kind, await addRecord(test.sql, kind, 'coding'));
});
afterAll(() => test.close());

interface Case {
  held: (typeof kinds)[number] | undefined;
  columns: { isActive: boolean; startDate: string | null; endDate: string | null };
}

/** Inserts a row per case with the item that it holds; returns their badges by SQL, in order. */
async function badgesInSql(table: 'discount' | 'voucher', cases: readonly Case[], columns: object): Promise<string[]> {
  const db = test.database.tenant('coding');
  const rows = await db
    .insertInto(table)
    .values(
      cases.map(
        (one, n) =>
          ({
            name: `Promo ${n}`,
            ...columns,
            ...(table === 'voucher' && { code: `KODE${n}` }),
            ...one.columns,
          }) as never,
      ),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  for (const link of table === 'voucher' ? voucherChoices : discountLinks) {
    const { owner, item } = linkOf(link);
    const its = cases.flatMap(({ held }, n) => (held === link.record ? [ids.get(`Promo ${n}`)!] : []));
    await sql`insert into ${sql.table(link.table)} (${sql.ref(owner.column)}, ${sql.ref(item.column)})
      select unnest(${its}::uuid[]), ${items.get(link.record)}::uuid`.execute(db);
  }
  if (table === 'voucher') await test.sql(countUses);
  const found = await db
    .selectFrom(table)
    .select(['name', promotionBadge(table, sql`${iso(0)}::timestamptz`).as('badge')])
    .execute();
  const badges = new Map(found.map(({ name, badge }) => [name, badge]));
  return cases.map((_, n) => badges.get(`Promo ${n}`)!);
}

const base = booleans.flatMap((isActive) =>
  periods.flatMap(([start, end]) =>
    [undefined, ...kinds].map((held) => ({ held, columns: { isActive, startDate: iso(start), endDate: iso(end) } })),
  ),
);

it('of a discount', async () => {
  const expected = base.map(({ held, columns }) =>
    badgeOf({ status: statusOf(columns, now), totalAssigned: held ? 1 : 0 }),
  );
  expect(new Set(expected)).toEqual(new Set(discountBadges));
  const fields = { discountType: DiscountType.PERCENTAGE, value: 10, productType: 'courses' };
  expect(await badgesInSql('discount', base, fields)).toEqual(expected);
});

it('of a voucher', async () => {
  const cases = base.flatMap(({ held, columns }) =>
    booleans.flatMap((isPublished) =>
      booleans.flatMap((allProduct) =>
        [null, 4, 3].map((quota) => ({ held, columns: { ...columns, isPublished, allProduct, quota } })),
      ),
    ),
  );
  const expected = cases.map(({ held, columns }) =>
    badgeOf({ ...columns, status: statusOf(columns, now), usedCount: 3, totalAssigned: held ? 1 : 0 }),
  );
  expect(new Set(expected)).toEqual(new Set(promotionBadges));
  expect(await badgesInSql('voucher', cases, { discountType: DiscountType.PERCENTAGE, value: 10 })).toEqual(expected);
});
