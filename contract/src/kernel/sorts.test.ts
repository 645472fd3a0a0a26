/** Tests the sort words of a list. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listQuery } from './fields.ts';
import { withReverse, sorted, sortsOf } from './sorts.ts';

const query = listQuery({ sort: sorted(['-paid', 'paid', 'name']) });

test('the first word is the default, also for a blank value', () => {
  expect(query.parse({})).toMatchObject({ sort: '-paid' });
  expect(query.parse({ sort: '' })).toMatchObject({ sort: '-paid' });
  expect(query.parse({ sort: 'name' })).toMatchObject({ sort: 'name' });
});

test.each(['-name', 'PAID', 'paid ', 'paid,name', 'id'])('rejects the word "%s"', (sort) => {
  expect(query.safeParse({ sort }).error?.issues).toMatchObject([{ path: ['sort'] }]);
});

test('withReverse adds the reverse of each word', () => {
  expect(withReverse('-createdAt', 'name')).toEqual(['-createdAt', 'createdAt', 'name', '-name']);
});

test("sortsOf returns a query's words; none without a sort", () => {
  expect(sortsOf(query)).toEqual(['-paid', 'paid', 'name']);
  expect(sortsOf(listQuery({}))).toEqual([]);
  expect(sortsOf(z.string())).toEqual([]);
  expect(sortsOf(undefined)).toEqual([]);
});
