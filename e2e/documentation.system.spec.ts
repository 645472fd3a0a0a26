/** Tests the API documentation page under the strict content security policy. */
import { expect, test } from '@playwright/test';

test('the API documentation lists every call and complies with the content security policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/api/docs');
  // Requested by the page, because only the browser resolves the brands' hosts.
  const calls = await page.evaluate(async () => {
    const { paths } = (await (await fetch('/api/openapi.json')).json()) as { paths: Record<string, object> };
    return Object.values(paths).flatMap((operations) => Object.keys(operations)).length;
  });
  expect(calls).toBeGreaterThan(30);
  const call = page.locator('.opblock').first();
  await call.getByRole('button').first().click();
  await expect(call.getByText('Parameters', { exact: true })).toBeVisible();
  await call.getByRole('button').first().click();
  // Only the operations in view are rendered.
  const seen = new Set<string>();
  await page.mouse.move(600, 400);
  await expect
    .poll(
      async () => {
        for (const id of await page.locator('.opblock').evaluateAll((all) => all.map((one) => one.id))) seen.add(id);
        await page.mouse.wheel(0, 400);
        return seen.size;
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(calls);
  expect(complaints).toEqual([]);
});
