import type { UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';

test('orders and users say 500 for every failure, the others what the server said', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const failed = { error: { status: 404, message: 'There is no such thing' } } as unknown as UseQueryResult<
    string,
    ApiError
  >;
  expect(
    (['order', 'order-tracking', 'user', 'course', 'discount'] as const).map((area) => resultOf(failed, area).status),
  ).toEqual([500, 500, 500, 404, 404]);
  expect(resultOf(failed, 'user').message).toBe('There is no such thing');
});

/** A query that has been answered "old"; asking again ends as given. */
const queryThat = (refetched: { data: string; isError: boolean }) =>
  ({ data: 'old', refetch: async () => refetched }) as unknown as UseQueryResult<string, ApiError>;

async function again(refetched: { data: string; isError: boolean }) {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  return await resultOf(queryThat(refetched), 'course').refetch();
}
afterEach(() => vi.unstubAllGlobals());

test('asking again answers what came', async () => {
  expect(await again({ data: 'new', isError: false })).toBe('new');
});

test('asking again in vain answers nothing, not the old answer', async () => {
  expect(await again({ data: 'old', isError: true })).toBeUndefined();
});
