/** Steps that test row selection in lists and in assignment panels. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Locators of the bar, its count, and the checkbox of the page. */
export function selectionOf(page: Page) {
  const bar = page.getByRole('region', { name: 'Selection' });
  return {
    bar,
    count: bar.getByRole('status'),
    pageBox: page.getByRole('checkbox', { name: 'Select all of this page' }),
  };
}

/** Tests keys, ranges and the page checkbox on a page of five rows without a selection. Leaves all five selected. */
export async function selectByKeysAndRanges(page: Page, box: (row: number) => Locator): Promise<void> {
  const { bar, count, pageBox } = selectionOf(page);
  await expect(bar).toHaveCount(0);
  await box(1).focus();
  await page.keyboard.press('x');
  await expect(box(1)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(box(3)).toBeChecked();
  await expect(box(2)).not.toBeChecked();
  await expect(count).toHaveText('2 selected');
  await page.keyboard.press('x');
  await expect(count).toHaveText('1 selected');

  await box(2).click();
  await box(5).click({ modifiers: ['Shift'] });
  await expect(count).toHaveText('5 selected');
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await pageBox.uncheck();
  await expect(bar).toHaveCount(0);
  await pageBox.check();
  await expect(count).toHaveText('5 selected');
}
