/** Tests reading a list's search, filters and page from the URL, and writing them. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listCourses } from '#contract/course/endpoints.ts';
import { listQuery, publishedFilter } from '#contract/kernel/fields.ts';
import type { Schema } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { fixedSize } from '#contract/kernel/page-size.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { fakeBrowser } from '../kit/testing/fake-browser.ts';
import { changeState, readState, span } from '../kit/list/list-state.ts';

const query = listQuery(
  { sort: z.enum(['name', 'joined']).default('name'), isPublished: publishedFilter },
  fixedSize(10),
);

afterEach(() => vi.unstubAllGlobals());

describe('the state in the URL', () => {
  test('is parsed by the contract’s schema, including defaults', () => {
    expect(readState(query, { page: '3', search: ' siti ', isPublished: 'true' })).toEqual({
      page: 3,
      pageSize: 10,
      search: 'siti',
      sort: 'name',
      isPublished: true,
    });
  });

  test('ignores invalid values and keeps the others', () => {
    expect(readState(query, { page: '-1', pageSize: 'all', sort: 'up', search: 'siti' })).toEqual({
      page: 1,
      pageSize: 10,
      search: 'siti',
      sort: 'name',
    });
  });

  test('returns to the first page when the result changes', () => {
    expect(changeState({ page: '4', search: 'a' }, { search: 'b' })).toEqual({ search: 'b' });
    expect(changeState({ page: '4' }, { pageSize: '50' })).toEqual({ pageSize: '50' });
  });

  test('keeps the other params when the page changes, and omits page 1', () => {
    expect(changeState({ page: '4', search: 'a' }, { page: '5' })).toEqual({ page: '5', search: 'a' });
    expect(changeState({ page: '4', search: 'a' }, { page: '1' })).toEqual({ search: 'a' });
  });

  test('omits cleared params', () => {
    expect(changeState({ search: 'a', sort: 'name' }, { search: '' })).toEqual({ sort: 'name' });
  });
});

test.each([
  ['users', listUsers, {}, { page: '1', pageSize: '5', sort: 'name' }],
  ['orders', listOrders, {}, { page: '1', pageSize: '10', sort: '-createdAt' }],
  ['submissions', listSubmissions, {}, { page: '1', pageSize: '10', sort: 'latest' }],
  ['subscribers', listSubscribers, { filter: 'all' }, { page: '1', size: '10', sort: 'alpha' }],
  [
    'courses, as drafts',
    listCourses,
    { isPublished: 'false', filter: 'data' },
    { page: '1', pageSize: '5', filter: 'data', isPublished: 'false', sort: '-createdAt' },
  ],
])('%s are requested with the page, size and sort of the specification', async (_, endpoint, url, expected) => {
  fakeBrowser();
  const { callUrl } = await import('../kit/api/call.ts');
  const [, query] = callUrl(endpoint, { query: readState(endpoint.query as Schema, url) }).split('?');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual(expected);
});

test('the span of a page ends at the last row', () => {
  expect(span({ page: 3, pageSize: 10 }, 24)).toEqual({ pages: 3, from: 21, to: 24 });
  expect(span({ page: 1, pageSize: 10 }, 0)).toEqual({ pages: 1, from: 0, to: 0 });
});

test('the span of a page beyond a capped count is not limited', () => {
  expect(span({ page: 1200, pageSize: 10 }, 10_000, true)).toEqual({ pages: 1000, from: 11_991, to: 12_000 });
});
