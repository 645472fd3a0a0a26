import type { UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallError } from './call-error.ts';
import { fakeBrowser } from './testing/fake-browser.ts';

/** A query that has been answered "old"; asking again ends as given. */
const queryThat = (refetched: { data: string; isError: boolean }) => ({ data: 'old', refetch: async () => refetched }) as unknown as UseQueryResult<string, CallError>;

async function again(refetched: { data: string; isError: boolean }) {
  fakeBrowser();
  const { resultOf } = await import('./use-call.ts');
  return await resultOf(queryThat(refetched)).again();
}
afterEach(() => vi.unstubAllGlobals());

test('asking again answers what came', async () => {
  expect(await again({ data: 'new', isError: false })).toBe('new');
});

test('asking again in vain answers nothing, not the old answer', async () => {
  expect(await again({ data: 'old', isError: true })).toBeUndefined();
});
