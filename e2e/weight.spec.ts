/** Pages stay light: what one more import costs is told at once, not by the bench months later. */
import { expect, test } from './fixtures.ts';
import { scriptsOf } from './weight.ts';

test('the sign-in needs at most 150 kB of JavaScript', async ({ page }) => {
  const weight = await scriptsOf(page, async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(150);
});

test('a list needs at most 290 kB of JavaScript', async ({ page, open }) => {
  const weight = await scriptsOf(page, async () => {
    await open('/order');
    await page.getByRole('row').nth(1).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(290);
});
