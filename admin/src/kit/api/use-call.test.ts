/** Proves how failures of reading are told, and what asking again answers. */
import type { UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';

test('a slice that says so tells 500 for every failure, the others what the server said', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const failed = { error: { status: 404, message: 'There is no such thing' } } as unknown as UseQueryResult<
    string,
    ApiError
  >;
  expect([resultOf(failed, { failsAs: 500 }).status, resultOf(failed).status]).toEqual([500, 404]);
  expect(resultOf(failed, { failsAs: 500 }).message).toBe('There is no such thing');
});

/** A query that has been answered "old"; asking again ends as given. */
const queryThat = (refetched: { data: string; isError: boolean }) =>
  ({ data: 'old', refetch: async () => refetched }) as unknown as UseQueryResult<string, ApiError>;

async function again(refetched: { data: string; isError: boolean }) {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  return await resultOf(queryThat(refetched)).refetch();
}
afterEach(() => vi.unstubAllGlobals());

test('asking again answers what came', async () => {
  expect(await again({ data: 'new', isError: false })).toBe('new');
});

test('asking again in vain answers nothing, not the old answer', async () => {
  expect(await again({ data: 'old', isError: true })).toBeUndefined();
});
