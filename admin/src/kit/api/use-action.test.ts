/** Tests that an action always fails with an ApiError. */
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';

async function load() {
  fakeBrowser();
  return { ...(await import('./api-error.ts')), ...(await import('./use-action.ts')) };
}
afterEach(() => vi.unstubAllGlobals());

test('another error is converted to an ApiError and kept as its cause', async () => {
  const { rethrowAsApiError } = await load();
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(rethrowAsApiError(() => Promise.reject(cause))).rejects.toMatchObject({
    name: 'ApiError',
    status: 0,
    message: expect.stringContaining('Reload the page') as string,
    cause,
  });
});

test('an ApiError is rethrown unchanged', async () => {
  const { rethrowAsApiError, ApiError } = await load();
  const refused = new ApiError(409, 'Members are still assigned');
  await expect(rethrowAsApiError(() => Promise.reject(refused))).rejects.toBe(refused);
});
