/** Proves that whatever fails in an action is told as an error of the API. */
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';

async function load() {
  fakeBrowser();
  return { ...(await import('./api-error.ts')), ...(await import('./use-action.ts')) };
}
afterEach(() => vi.unstubAllGlobals());

test('a failure that is no ApiError is told as one, and keeps its cause', async () => {
  const { told } = await load();
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(told(() => Promise.reject(cause))).rejects.toMatchObject({
    name: 'ApiError',
    status: 0,
    message: expect.stringContaining('Reload the page') as string,
    cause,
  });
});

test('a ApiError stays what it is', async () => {
  const { told, ApiError } = await load();
  const refused = new ApiError(409, 'Members are still assigned');
  await expect(told(() => Promise.reject(refused))).rejects.toBe(refused);
});
