/** Proves the words by which a list is sorted. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listQuery } from './fields.ts';
import { bothWays, sorted, sortsOf } from './sorts.ts';

const query = listQuery({ sort: sorted(['-paid', 'paid', 'name']) });

test('the first word is in force where none is said, or a blank one', () => {
  expect(query.parse({})).toMatchObject({ sort: '-paid' });
  expect(query.parse({ sort: '' })).toMatchObject({ sort: '-paid' });
  expect(query.parse({ sort: 'name' })).toMatchObject({ sort: 'name' });
});

test.each(['-name', 'PAID', 'paid ', 'paid,name', 'id'])('the word "%s" is none of them', (sort) => {
  expect(query.safeParse({ sort }).error?.issues).toMatchObject([{ path: ['sort'] }]);
});

test('a field is sorted both ways, first as it is said', () => {
  expect(bothWays('-createdAt', 'name')).toEqual(['-createdAt', 'createdAt', 'name', '-name']);
});

test('a query tells its words, and one without a sort none', () => {
  expect(sortsOf(query)).toEqual(['-paid', 'paid', 'name']);
  expect(sortsOf(listQuery({}))).toEqual([]);
  expect(sortsOf(z.string())).toEqual([]);
  expect(sortsOf(undefined)).toEqual([]);
});
