/** Proves what the endpoints of a record take and answer. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { discounts } from './discount.ts';
import { email, kindOfRecord } from './fields.ts';
import { storedFields } from './record.ts';

test('a stored field keeps its type and not the rules of writing it', () => {
  const stored = z.object(
    storedFields({
      name: z.string().trim().min(3),
      size: z.int().min(1).nullable().default(null),
      mail: email,
      guests: z.array(z.object({ name: z.string().min(1), note: z.string().default('') })).min(1),
      mode: z.enum(['a', 'b']),
    }),
  );
  const old = { name: '', size: 0, mail: 'none', guests: [{ name: '', note: '' }], mode: 'a' };
  expect(stored.safeParse(old).data).toEqual(old);
  expect(stored.safeParse({ ...old, guests: [] }).success).toBe(true);
  expect(stored.safeParse({ ...old, size: null }).success).toBe(true);
  for (const wrong of [{ size: 'x' }, { name: null }, { guests: [{ name: 'a' }] }, { mode: 'c' }])
    expect(stored.safeParse({ ...old, ...wrong }).success).toBe(false);
});

test('a change may leave out what has a default, and is held against the rules of the draft', () => {
  const change = { name: 'Promo', discount: 10, discountType: 2, productType: 'courses' };
  expect(discounts.update.body?.parse(change)).toEqual(change);
  expect(discounts.update.body?.safeParse({ ...change, startDate: null }).data).toEqual({ ...change, startDate: null });
  expect(discounts.update.body?.safeParse({ ...change, discount: 101 }).error?.issues).toMatchObject([
    { path: ['discount'] },
  ]);
  expect(discounts.update.body?.safeParse({ ...change, name: undefined }).success).toBe(false);
});

test('a call says of which kind its record is', () => {
  expect(kindOfRecord(discounts.get)).toBe('discount');
  expect(kindOfRecord(discounts.remove)).toBe('discount');
  expect(() => kindOfRecord(discounts.list)).toThrow('id in the address');
});
