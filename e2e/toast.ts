/** Toasts of a page: alerts in the container at the top right (at the bottom on phones). */
import type { Locator, Page } from '@playwright/test';

/** Toast with exactly this title or text, with or without Undo and the link to the bulk change. */
export function toast(page: Page, text: string | RegExp): Locator {
  const all = (words: string | RegExp) => page.getByText(words, { exact: true });
  const ends = ['', 'Undo', 'Bulk changes', 'UndoBulk changes'];
  const title =
    typeof text === 'string' ? ends.map((end) => all(text + end)).reduce((some, other) => some.or(other)) : all(text);
  return page.locator('[data-position="top-right"]').getByRole('alert').filter({ has: title });
}
