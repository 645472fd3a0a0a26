/** Tests the state of failed calls and the result of refetching. */
import type { UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';

test('a slice with `failsAs` has status 500 for every failure, others have the server’s status', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const failed = { error: { status: 404, message: 'There is no such thing' } } as UseQueryResult<string, ApiError>;
  expect([resultOf(failed, { failsAs: 500 }).status, resultOf(failed).status]).toEqual([500, 404]);
  expect(resultOf(failed, { failsAs: 500 }).message).toBe('There is no such thing');
});

/** A query in the given state. */
const queryAt = (state: object) =>
  ({
    error: null,
    isSuccess: false,
    isFetching: false,
    isPlaceholderData: false,
    ...state,
  }) as UseQueryResult<string, ApiError>;

test('status is 404 before the first response, then that of the success; loading is true during each fetch', async () => {
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

test('a failure shows the contract’s message unless the server’s is preferred', async () => {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  const failed = queryAt({ error: { status: 503, message: 'Away' } });
  const fail = 'Failed to fetch subscribers';
  expect(resultOf(failed, { messages: { fail } })).toMatchObject({ status: 503, message: fail });
  expect(resultOf(failed, { messages: { fail, preferServer: true } }).message).toBe('Away');
  expect(resultOf(failed).message).toBe('Away');
});

/** A query with the data "old" whose refetch ends as given. */
const queryThat = (refetched: { data: string; isError: boolean }) =>
  ({ data: 'old', refetch: async () => refetched }) as UseQueryResult<string, ApiError>;

async function again(refetched: { data: string; isError: boolean }) {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  return await resultOf(queryThat(refetched)).refetch();
}
afterEach(() => vi.unstubAllGlobals());

test('refetch returns the new data', async () => {
  expect(await again({ data: 'new', isError: false })).toBe('new');
});

test('refetch returns undefined, not the old data, when it fails', async () => {
  expect(await again({ data: 'old', isError: true })).toBeUndefined();
});
