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

/** A query at some moment of its life. */
const queryAt = (state: object) =>
  ({
    error: null,
    isSuccess: false,
    isFetching: false,
    isPlaceholderData: false,
    ...state,
  }) as unknown as UseQueryResult<string, ApiError>;

test('a slice has the status 404 before its first answer, then that of the success, and is loading during each fetch', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const at = (state: object, options = {}) => {
    const { status, loading, message } = resultOf(queryAt(state), options);
    return [status, loading, message];
  };
  expect(at({})).toEqual([404, false, '']);
  expect(at({ isFetching: true })).toEqual([404, true, '']);
  expect(at({ isSuccess: true })).toEqual([200, false, '']);
  expect(at({ isSuccess: true }, { success: 201 })).toEqual([201, false, '']);
  expect(at({ isSuccess: true, isFetching: true })).toEqual([200, true, '']);
});

test('a failure that the contract words is stored in these words, unless the server’s message is preferred', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const failed = queryAt({ error: { status: 503, message: 'Away' } });
  const fail = 'Failed to fetch subscribers';
  expect(resultOf(failed, { messages: { fail } })).toMatchObject({ status: 503, message: fail });
  expect(resultOf(failed, { messages: { fail, preferServer: true } }).message).toBe('Away');
  expect(resultOf(failed).message).toBe('Away');
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
