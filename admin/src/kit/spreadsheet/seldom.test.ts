/** Proves that however fast an export is, it is drawn at most four times a second (looks.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seldom } from './seldom.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('of a hundred steps in a second the first is shown, and four in all', () => {
  const shown: number[] = [];
  const tell = seldom(({ done }) => shown.push(done));
  for (let done = 0; done < 100; done += 1) {
    tell({ done, total: 100 });
    vi.advanceTimersByTime(10);
  }
  expect(shown).toEqual([0, 25, 50, 75]);
});

test('steps that take longer are shown each', () => {
  const shown: number[] = [];
  const tell = seldom(({ done }) => shown.push(done));
  for (let done = 0; done < 4; done += 1) {
    tell({ done, total: 4 });
    vi.advanceTimersByTime(300);
  }
  expect(shown).toEqual([0, 1, 2, 3]);
});
