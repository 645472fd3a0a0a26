/** Vouchers and baskets of tests that sell. */
import type { Sql } from '#platform/testing/user.ts';
import { addRecord } from './sample.ts';

/** Adds a published voucher of Rp50.000 for all products; `over` replaces columns. */
export const addVoucher = (sql: Sql, over: object) =>
  addRecord(sql, 'voucher', 'coding', {
    discount_type: 1,
    value: 50_000,
    start_date: '2026-01-01T00:00:00Z',
    is_active: true,
    is_published: true,
    all_product: true,
    ...over,
  });

/** Basket of courses. */
export const basketOf = (...ids: string[]) => ids.map((productId) => ({ productType: 'courses' as const, productId }));
