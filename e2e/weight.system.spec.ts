/** Tests that pages stay small, so that a costly import is noticed at once. */
import { expect, test } from './fixtures.ts';
import { scriptsOf } from './script-size.ts';

test('the sign-in page needs at most 170 kB of JavaScript', async ({ page }) => {
  const weight = await scriptsOf(page, async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(170);
});

test('a list needs at most 295 kB of JavaScript', async ({ page, open }) => {
  const weight = await scriptsOf(page, async () => {
    await open('/order');
    await page.getByRole('row').nth(1).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(295);
});
