/** Toasts of a page: alerts in the container at the top right (at the bottom on phones). */
import type { Locator, Page } from '@playwright/test';

/** Toast with exactly this title or text, with or without Undo. */
export function toast(page: Page, text: string | RegExp): Locator {
  const all = (words: string | RegExp) => page.getByText(words, { exact: true });
  const title = typeof text === 'string' ? all(text).or(all(`${text}Undo`)) : all(text);
  return page.locator('[data-position="top-right"]').getByRole('alert').filter({ has: title });
}
