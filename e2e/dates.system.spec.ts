/** Tests date fields: typed as people write dates, or picked from the calendar. Today is 22 November 2026. */
import { type Api, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

const sunday = new Date('2026-11-22T03:00:00Z');

/** Creates a discount and returns its id. */
async function discount(admin: Api, more: object = {}): Promise<string> {
  const draft = { name: unique('Promo Tanggal'), discount: 10, discountType: 2, productType: 'courses', ...more };
  return (await admin.send('POST', '/admin/discount/', draft)).discountId;
}

test.beforeEach(({ page }) => page.clock.setFixedTime(sunday));

test('a period is typed in words and numbers, shown in full, and saved to the minute', async ({ page, open, api }) => {
  const admin = await api();
  const discountId = await discount(admin);
  await open(`/discount/${discountId}`);
  const starts = page.getByRole('textbox', { name: 'Starts' });
  const ends = page.getByRole('textbox', { name: 'Ends' });
  await starts.fill('senin depan 9.30');
  await expect(page.getByText('Sen, 23 Nov 2026, 09.30 WIB')).toBeVisible();
  await starts.press('Tab');
  await expect(starts).toHaveValue('23/11/2026 09.30');
  // Typed letter by letter: a partial year shows no error. A period lasts until the end of its last day.
  await ends.pressSequentially('30/11/202');
  await expect(ends).not.toHaveAttribute('aria-invalid', 'true');
  await ends.pressSequentially('6');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
  const saved = await admin.send('GET', `/admin/discount/${discountId}`);
  expect([saved.startDate, saved.endDate]).toEqual(['2026-11-23T02:30:00.000Z', '2026-11-30T16:59:00.000Z']);
});

test('invalid date text stays in the field with an example, and is not saved', async ({ page, open, api }) => {
  const discountId = await discount(await api());
  await open(`/discount/${discountId}`);
  const starts = page.getByRole('textbox', { name: 'Starts' });
  await starts.fill('31/11/2026');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Not a date: write besok 10.00, 23/11/2026 or senin depan')).toBeVisible();
  await expect(starts).toHaveValue('31/11/2026');
  await expect(starts).toBeFocused();
  await page.getByRole('button', { name: 'Clear Starts' }).click();
  await expect(starts).toHaveValue('');
  await expect(starts).toBeFocused();
});

test('a day picked by keyboard keeps the time, and the focus returns to the field', async ({ page, open, api }) => {
  const discountId = await discount(await api(), { startDate: '2026-11-24T07:15:00Z' });
  await open(`/discount/${discountId}`);
  const starts = page.getByRole('textbox', { name: 'Starts' });
  await expect(starts).toHaveValue('24/11/2026 14.15');
  await page.getByRole('button', { name: 'Calendar: Starts' }).press('Enter');
  await expect(page.getByText('Sn', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '24 November 2026' }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(starts).toHaveValue('25/11/2026 14.15');
  await expect(starts).toBeFocused();
  await page.getByRole('button', { name: 'Calendar: Starts' }).click();
  await expect(page.getByText('Sn', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Sn', { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Calendar: Starts' })).toBeFocused();
});

test('Escape closes the calendar at once and leaves the focus on its button', async ({ page, open, api }) => {
  await open(`/discount/${await discount(await api())}`);
  const button = page.getByRole('button', { name: 'Calendar: Starts' });
  await button.focus();
  // Before any timer of the popover runs, which a busy browser delays.
  await button.evaluate(
    (element: HTMLElement) =>
      new Promise<void>((resolve) => {
        const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.mantine-Popover-dropdown')) return;
          observer.disconnect();
          element.dispatchEvent(escape);
          setTimeout(resolve, 300);
        }).observe(document.body, { childList: true, subtree: true });
        element.click();
      }),
  );
  await expect(page.getByText('Sn', { exact: true })).toBeHidden();
  await expect(button).toBeFocused();
});

test('a day filter accepts the same words', async ({ page, open }) => {
  await open('/order');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('1/11');
  await from.press('Enter');
  await expect(page).toHaveURL(/startDate=2026-11-01/);
  await expect(from).toHaveValue('01/11/2026');
});

test('an invalid day does not filter, stays in the field, and shows an error', async ({ page, open }) => {
  await open('/order');
  const from = page.getByRole('textbox', { name: 'From' });
  const unread = page.getByRole('alert').filter({ hasText: 'Not a date: write besok, 23/11/2026 or senin depan' });
  await from.fill('31/1');
  await expect(page).toHaveURL(/startDate=2026|startDate=2027/);
  await from.fill('31/11/2026');
  await from.press('Enter');
  await expect(unread).toBeVisible();
  await expect(from).toHaveValue('31/11/2026');
  await expect(from).toHaveAccessibleDescription(/Not a date/);
  // A day that was valid only while typing must not stay applied.
  await expect(page).not.toHaveURL(/startDate=/);
  await from.fill('30/11/2026');
  await expect(unread).toHaveCount(0);
  await from.press('Tab');
  await expect(page).toHaveURL(/startDate=2026-11-30/);
  await from.fill('99');
  await from.press('Enter');
  await expect(unread).toContainText('From is 30/11/2026 as before');
  await expect(page).toHaveURL(/startDate=2026-11-30/);
  await page.getByRole('button', { name: 'Clear From' }).click();
  await expect(page).not.toHaveURL(/startDate=/);
  await expect(unread).toHaveCount(0);
  await expect(from).toHaveValue('');
});
