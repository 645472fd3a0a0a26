/** Proves that a page's own changes of a record follow each other, and that another's between them is still met. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import type * as OwnWrites from './own-writes.ts';

let inTurn: typeof OwnWrites.inTurn;
beforeEach(async () => {
  fakeBrowser();
  ({ inTurn } = await import('./own-writes.ts'));
});
afterEach(() => vi.unstubAllGlobals());

/** A record as a server keeps it: whoever saw another version than the present one is refused. */
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

test('changes that were begun in one moment, on what was seen then, are made one after another', async () => {
  const { write } = record();
  const three = [1, 2, 3].map(() => inTurn('in one moment', 1, write));
  expect(await Promise.all(three)).toEqual([{ version: 2 }, { version: 3 }, { version: 4 }]);
});

test('what somebody else changed between two of them is not passed over', async () => {
  const { write, change } = record();
  await inTurn('between', 1, write);
  change();
  await expect(inTurn('between', 1, write)).rejects.toThrow('412');
  // Seen since.
  expect(await inTurn('between', 3, write)).toEqual({ version: 4 });
});

test('what fails is not in the way of what waits for it', async () => {
  const { write } = record();
  const lost = inTurn('fails', 1, () => Promise.reject(new Error('offline')));
  const next = inTurn('fails', 1, write);
  await expect(lost).rejects.toThrow('offline');
  expect(await next).toEqual({ version: 2 });
});
