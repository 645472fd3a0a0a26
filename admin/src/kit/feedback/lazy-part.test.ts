/** Tests the loading of a part of a page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Part = () => null;

/** Load that fails so many times before it succeeds. */
function failing(times: number) {
  const load = vi.fn<() => Promise<{ Part: typeof Part }>>(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Importing a module script failed.');
    return { Part };
  });
  return load;
}

async function preloaded(part: { preload: () => Promise<boolean> }): Promise<boolean> {
  const loaded = part.preload();
  await vi.runAllTimersAsync();
  return await loaded;
}

test('a load that fails is repeated once', async () => {
  const load = failing(1);
  expect(await preloaded(lazyPart(load, 'Part'))).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a load that failed twice can be tried again, and one that succeeded is not repeated', async () => {
  const load = failing(2);
  const part = lazyPart(load, 'Part');
  expect(await preloaded(part)).toBe(false);
  expect(load).toHaveBeenCalledTimes(2);
  expect(await preloaded(part)).toBe(true);
  expect(await preloaded(part)).toBe(true);
  expect(load).toHaveBeenCalledTimes(3);
});

test('several who wait share one load', async () => {
  const load = failing(0);
  const part = lazyPart(load, 'Part');
  await Promise.all([part.preload(), part.preload()]);
  expect(load).toHaveBeenCalledOnce();
});
