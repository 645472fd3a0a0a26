/** Tests that changes of one record by this page are queued, and that another user's change in between is detected. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import type * as WriteQueue from './write-queue.ts';

let enqueueWrite: typeof WriteQueue.enqueueWrite;
beforeEach(async () => {
  fakeBrowser();
  ({ enqueueWrite } = await import('./write-queue.ts'));
});
afterEach(() => vi.unstubAllGlobals());

/** Server-side record that rejects any version except the current one. */
function record() {
  let version = 1;
  const write = async (ifMatch: number) => {
    await Promise.resolve();
    if (ifMatch !== version) throw new Error('412');
    version += 1;
    return { version };
  };
  return { write, change: () => void (version += 1) };
}

test('changes started at the same time on the same version run one after another', async () => {
  const { write } = record();
  const three = [1, 2, 3].map(() => enqueueWrite('in one moment', 1, write));
  expect(await Promise.all(three)).toEqual([{ version: 2 }, { version: 3 }, { version: 4 }]);
});

test('a change by another user between two of them fails with 412', async () => {
  const { write, change } = record();
  await enqueueWrite('between', 1, write);
  change();
  await expect(enqueueWrite('between', 1, write)).rejects.toThrow('412');
  // Based on the newer version.
  expect(await enqueueWrite('between', 3, write)).toEqual({ version: 4 });
});

test('a failed change does not block the queued ones', async () => {
  const { write } = record();
  const lost = enqueueWrite('fails', 1, () => Promise.reject(new Error('offline')));
  const next = enqueueWrite('fails', 1, write);
  await expect(lost).rejects.toThrow('offline');
  expect(await next).toEqual({ version: 2 });
});
