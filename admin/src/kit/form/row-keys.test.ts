/** Tests that row keys follow their rows when the list changes. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import type * as RowKeys from './row-keys.ts';

let followRows: typeof RowKeys.assignRowKeys;
beforeEach(async () => {
  fakeBrowser();
  ({ assignRowKeys: followRows } = await import('./row-keys.ts'));
  return () => vi.unstubAllGlobals();
});

const three = { rows: ['Ani', 'Budi', 'Citra'], keys: [0, 1, 2], next: 3 };

describe('rows keep their keys', () => {
  test.each([
    ['when one is removed', ['Budi', 'Citra'], [1, 2]],
    ['when they are moved', ['Citra', 'Ani', 'Budi'], [2, 0, 1]],
    ['when one is added', ['Ani', 'Budi', 'Citra', ''], [0, 1, 2, 3]],
    ['while one is typed into', ['Ani', 'Budiman', 'Citra'], [0, 1, 2]],
    ['when one is removed by somebody and another written anew', ['Budi', 'Dewi'], [1, 3]],
  ])('%s', (_, rows, keys) => {
    expect(followRows(three, rows).keys).toEqual(keys);
  });

  test('and a removed row’s key is not used again', () => {
    const fewer = followRows(three, ['Ani', 'Budi']);
    expect(followRows(fewer, ['Ani', 'Budi', 'Citra']).keys).toEqual([0, 1, 3]);
  });
});
