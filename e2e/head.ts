/** Actions in the head of a page that are in its menu. */
import type { Locator, Page } from '@playwright/test';

/** Opens the menu and returns one of its items. */
export async function inHeadMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

/** Presses an item of the menu. */
export const pressInHeadMenu = async (page: Page, name: string) => (await inHeadMenu(page, name)).click();

/** Badge beside the title. */
export const headBadge = (page: Page, text: string): Locator =>
  page.getByRole('article').locator('header').getByText(text, { exact: true });
