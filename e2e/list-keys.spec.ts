/** The arrow keys of a list while its rows are on their way. */
import { expect, test } from './fixtures.ts';

test('↓ pressed while a list loads focuses the row once it is loaded', async ({ page, open }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/admin/user?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await open('/user');
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  released.resolve();
  await expect(page.locator('[data-row]').nth(1).locator('[data-row-link]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row]').nth(2).locator('[data-row-link]')).toBeFocused();
});
