/** Tests that progress is shown at most four times a second (looks.md), and the message of a failed export. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exportFailure, throttle } from './export-progress.ts';

afterEach(() => vi.unstubAllGlobals());

const lost = new Error('Request failed with error');

test('a failure says how far the export came and that nothing was downloaded', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(exportFailure(lost, { done: 1500, total: 12_000 }, 'orders')).toBe(
    'The export stopped after 1.500 of 12.000 orders. Nothing was downloaded; your filters and the orders are as they were. Try again in a moment.',
  );
  expect(exportFailure(lost, { done: 0, total: 0 }, 'orders')).toContain(
    'The export could not begin. Nothing was downloaded',
  );
});

test('a failure says that the browser is offline', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(exportFailure(lost, { done: 500, total: 600 }, 'orders')).toContain('You are offline');
});

test('a failure because of too many rows suggests no retry', () => {
  vi.stubGlobal('navigator', { onLine: true });
  const words = exportFailure(
    new RangeError('A sheet holds at most 1048575 rows'),
    { done: 500, total: 600 },
    'orders',
  );
  expect(words).toContain('A sheet holds at most 1048575 rows: narrow the search.');
  expect(words).not.toContain('Try again');
});

describe('progress', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  test('shows the first of a hundred steps in a second, and four in total', () => {
    const shown: number[] = [];
    const update = throttle(({ done }) => shown.push(done));
    for (let done = 0; done < 100; done += 1) {
      update({ done, total: 100 });
      vi.advanceTimersByTime(10);
    }
    expect(shown).toEqual([0, 25, 50, 75]);
  });

  test('shows every step if the steps take longer', () => {
    const shown: number[] = [];
    const update = throttle(({ done }) => shown.push(done));
    for (let done = 0; done < 4; done += 1) {
      update({ done, total: 4 });
      vi.advanceTimersByTime(300);
    }
    expect(shown).toEqual([0, 1, 2, 3]);
  });
});
