/** Tests the schemas of record endpoints. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { discounts } from '../discount/endpoints.ts';
import { email, kindOfRecord } from '../kernel/fields.ts';
import { recordEndpoints, storedFields } from '../kernel/record-endpoints.ts';

test('a stored field keeps its type but not its validation rules', () => {
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

test("an update may omit fields with a default, and is validated by the draft's rules", () => {
  const change = { name: 'Promo', discount: 10, discountType: 2, productType: 'courses' };
  expect(discounts.update.body?.parse(change)).toEqual(change);
  expect(discounts.update.body?.safeParse({ ...change, startDate: null }).data).toEqual({ ...change, startDate: null });
  expect(discounts.update.body?.safeParse({ ...change, discount: 101 }).error?.issues).toMatchObject([
    { path: ['discount'] },
  ]);
  expect(discounts.update.body?.safeParse({ ...change, name: undefined }).success).toBe(false);
});

test("kindOfRecord returns the kind of a call's record", () => {
  expect(kindOfRecord(discounts.get)).toBe('discount');
  expect(kindOfRecord(discounts.remove)).toBe('discount');
  expect(() => kindOfRecord(discounts.list)).toThrow('id in the address');
});

const draft = z.object({ name: z.string() });
const messages = { create: {}, update: {}, remove: {} };

test('wire names are derived from the kind', () => {
  const plain = recordEndpoints({ kind: 'voucher', draft, more: {}, detail: {}, sorts: ['name'], messages });
  expect(plain.list).toMatchObject({ area: 'voucher', url: '/admin/voucher', roles: ['admin'] });
  expect(plain.remove.url).toBe('/admin/voucher/:id');
  expect(Object.keys(plain.create.reply.shape)).toEqual(['voucherId']);
  expect(Object.keys(plain.list.reply.shape)).toContain('vouchers');
  expect(plain.idFrom({ voucherId: 'of this one' })).toBe('of this one');
});

test('wire names can be set explicitly', () => {
  const path = recordEndpoints({
    kind: 'learning-path',
    id: 'pathID',
    rows: 'paths',
    roles: ['instructor'],
    draft,
    more: {},
    detail: {},
    sorts: ['name'],
    messages,
  });
  expect(path.list).toMatchObject({ area: 'learning-path', url: '/admin/learning-path', roles: ['instructor'] });
  expect(Object.keys(path.create.reply.shape)).toEqual(['pathID']);
  expect(Object.keys(path.list.reply.shape)).toContain('paths');
});

test('calls of a part belong to the area of the whole', () => {
  const lessons = recordEndpoints({ kind: 'lesson', draft, more: {}, detail: {}, sorts: ['name'], messages });
  expect(lessons.update.area).toBe('course');
});

test('a switched record has a status, a status filter and a switch call', () => {
  const { setStatus, list, get } = discounts;
  expect(setStatus).toMatchObject({ method: 'PUT', url: '/admin/discount/:id/status/', roles: ['admin'] });
  expect(setStatus.body?.safeParse({ status: 1 }).success).toBe(true);
  expect(setStatus.body?.safeParse({ status: 2 }).success).toBe(false);
  expect(list.query?.parse({ status: '3' })).toMatchObject({ status: 3 });
  expect(list.query?.safeParse({ status: '4' }).success).toBe(false);
  expect(Object.keys(get.reply.shape)).toContain('status');
});
