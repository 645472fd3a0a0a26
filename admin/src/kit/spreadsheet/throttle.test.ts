/** Tests that progress is shown at most four times a second (looks.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

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
