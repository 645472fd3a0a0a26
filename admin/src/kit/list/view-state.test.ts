/** Tests what a saved view stores and when a list differs from it. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listQuery, publishedFilter } from '#contract/kernel/fields.ts';
import { fixedSize } from '#contract/kernel/page-size.ts';
import { isSame, queryOf, searchOf } from './view-state.ts';

const list = {
  query: listQuery({ sort: z.enum(['name', '-name']).default('name'), isPublished: publishedFilter }, fixedSize(10)),
  names: ['isPublished', 'sort'],
  columns: ['Phone', 'Customer service'],
};

describe('a view', () => {
  test('stores filters, sort and columns, but neither search nor page', () => {
    const url = { sort: '-name', isPublished: 'true', search: 'siti', page: '3', pageSize: '50', view: 'v', peek: 'p' };
    const query = queryOf(list, url, ['Customer service']);
    expect(searchOf(list, { viewId: 'v1', query })).toEqual({
      view: 'v1',
      isPublished: 'true',
      sort: '-name',
      hidden: 'Customer service',
    });
  });

  test('opens without filters and columns that the list no longer has, and without other params', () => {
    const query = 'colour=red&sort=-name&hidden=Fax,Phone&view=other&page=9';
    expect(searchOf(list, { viewId: 'v1', query })).toEqual({ view: 'v1', sort: '-name', hidden: 'Phone' });
    expect(searchOf(list, { viewId: 'v1', query: '%%%&&=' })).toEqual({ view: 'v1' });
  });
});

describe('a list equals its saved view', () => {
  const saved = { sort: '-name', hidden: 'Phone' };
  test.each([
    ['whatever is searched and on every page', { ...saved, search: 'a', page: '2', pageSize: '50' }, true],
    ['where only a value that it refuses differs', { ...saved, isPublished: 'maybe' }, true],
    ['not with another filter', { ...saved, isPublished: 'true' }, false],
    ['not in another order', { hidden: 'Phone' }, false],
    ['not with other columns', { sort: '-name' }, false],
  ])('%s', (_, url, expected) => {
    expect(isSame(list, url, saved)).toBe(expected);
  });

  test('regardless of explicit defaults', () => {
    expect(isSame(list, { sort: 'name', hidden: 'Fax' }, {})).toBe(true);
  });
});
