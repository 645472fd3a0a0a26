/** Tests the summary of several uploads. */
import { expect, test } from 'vitest';
import { summaryOf } from './upload-words.ts';

type State = Parameters<typeof summaryOf>[0][number]['state'];
const upload = (state: State, sent: number, size = 100) => ({ state, sent, reason: '', file: { name: 'a.mp4', size } });

test.each([
  [[upload('sending', 82), upload('sending', 0)], '2 uploads, 41%'],
  [[upload('sending', 10, 900), upload('done', 100)], '2 uploads, 11%'],
  [[upload('done', 100)], '1 upload, to be saved'],
  [[upload('waiting', 50), upload('failed', 90)], '2 uploads, 50%, waiting, 1 failed'],
  [[upload('refused', 0), upload('failed', 0)], '2 uploads, 2 failed'],
])('%#: %s', (uploads, words) => {
  expect(summaryOf(uploads)).toBe(words);
});
