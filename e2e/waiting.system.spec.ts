/** Tests progress indicators and their timing, by the page's clock. */
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

test('a toast stays while it is hovered, and closes afterwards', async ({ page, open, api }) => {
  const draft = { name: unique('Promo Tahan'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await (await api()).send('POST', '/admin/discount/', draft);
  await page.clock.install();
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name', { exact: true }).fill(`${draft.name} lagi`);
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Control+s');
  const done = toast(page, 'Discount updated successfully');
  const after = async (ms: number) => {
    await page.clock.runFor(ms);
    return done.count();
  };
  await expect.poll(() => after(20), { intervals: [50] }).toBe(1);
  await done.hover();
  expect(await after(10_000)).toBe(1);
  await page.mouse.move(0, 0);
  await expect.poll(() => after(1000)).toBe(0);
});

test('a progress line is shown after 150 ms of waiting', async ({ page, open }) => {
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/admin/user?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open('/user');
  const line = page.locator('header > [class*="working"][aria-hidden]');
  await expect(line).toHaveCount(1);
  /** Whether the line is visible a number of milliseconds after the start. */
  const isSeen = await line.evaluate((bar) => {
    const [animation] = bar.getAnimations({ subtree: true });
    return [0, 149, 300, 600].map((ms) => {
      if (!animation) return true;
      animation.currentTime = ms;
      const { transform, width } = getComputedStyle(bar, '::after');
      return new DOMMatrix(transform).m41 > -Number.parseFloat(width);
    });
  });
  expect(isSeen).toEqual([false, false, true, true]);
  answer.resolve();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(line).toHaveCount(0);
});
