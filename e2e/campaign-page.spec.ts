/**
 * Campaigns in a browser: one for 20 courses wherever they stand in the list, counted in clicks; one switch with undo;
 * dates with a preview; and the timeline, which leads from an overlap to its conflict.
 */
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { headBadge } from './head.ts';
import { toast } from './toast.ts';

const day = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * day).toISOString();

/** Publishes 20 courses whose names share no word, with drafts between them in the list; returns the names. */
async function addCourses(admin: Api): Promise<string[]> {
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?pageSize=1&isPublished=true');
  const copy = () => admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  const names: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { courseId } = await copy();
    const name = crypto.randomUUID().slice(0, 12);
    names.push(name);
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, name, isPublished: true });
    if (n % 5 === 0) await copy();
  }
  return names;
}

test('a campaign of 20 courses wherever they stand takes at most 8 clicks, and its switch is undone', async ({
  page,
  open,
  api,
}) => {
  test.slow();
  const admin = await api();
  const names = await addCourses(admin);
  const word = unique('Lebaran').replace(' ', '');
  await open('/campaign');
  await expectAccessible(page, '/campaign');
  const work = effort(page);
  const { click, choose } = work;
  await click(page.getByRole('button', { name: 'New campaign' }));
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(word);
  await page.keyboard.press('Tab');
  await page.keyboard.type('besok 10.00');
  await page.getByRole('textbox', { name: 'Ends' }).focus();
  await page.keyboard.type('31/12/2030 23.59');
  await page.getByRole('textbox', { name: 'Percentage off' }).fill('25');
  await click(page.getByRole('button', { name: 'Create campaign' }));
  await click(page.getByRole('button', { name: 'Choose courses' }));
  const search = page.getByRole('textbox', { name: 'Search courses' });
  await expect(search).toBeFocused();
  const picker = page.getByRole('region', { name: `Products of “${word}”` });
  await choose(picker.getByRole('combobox', { name: 'Rows per page' }), '100');
  const box = (name: string) => picker.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  await expect(box(names[0]!)).toBeVisible();
  // By keyboard: down from the search, `x` on each that is meant.
  await search.press('ArrowDown');
  for (let left = names.length; left > 0;) {
    const row = await page.evaluate(() => document.activeElement!.closest('tr')?.innerText ?? '');
    if (names.some((name) => row.includes(name))) {
      await page.keyboard.press('x');
      left -= 1;
    }
    await page.keyboard.press('ArrowDown');
  }
  await click(page.getByRole('button', { name: 'Assign 20 courses' }));
  await expect(toast(page, 'Assigned 20 Courses from Discount')).toBeVisible();
  await click(page.getByRole('button', { name: 'Activate' }));
  await expect(headBadge(page, 'Scheduled')).toBeVisible();
  expect(work.clicks).toBeLessThanOrEqual(8);
  const { campaigns } = await admin.send('GET', `/admin/campaign?search=${word}`);
  const stored = () => admin.send('GET', `/admin/campaign/${campaigns[0].campaignId}/`);
  expect((await stored()).promotions).toMatchObject([{ status: 2, totalAssigned: 20, value: 25 }]);
  await toast(page, 'Campaign and promotions switched').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored()).promotions[0].status as number).toBe(0);
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();
});

test('a campaign takes over the products that other discounts hold, with undo, and the timeline has its status', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?pageSize=1&isPublished=true');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  const body = { name: unique('Promo Lain'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', body);
  const assign = (id: string) => admin.send('PUT', `/admin/discount/${id}/courses/`, { course_ids: [courseId] });
  await assign(discountId as string);
  await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
  const name = unique('Kampanye');
  const draft = { name, startDate: fromNow(1), endDate: fromNow(9), discount: 30 };
  const { campaignId } = await admin.send('POST', '/admin/campaign/', draft);
  const { promotions } = await admin.send('GET', `/admin/campaign/${campaignId}/`);
  await assign(promotions[0].id as string);
  await open(`/campaign/${campaignId}`);
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await conflicts.getByRole('button', { name: `Take 1 course over into “${name}”` }).click();
  await expect(conflicts).toBeHidden();
  const planned = toast(page, '1 course leaves the other discounts when this one starts');
  await planned.getByRole('button', { name: 'Undo' }).click();
  await conflicts.getByRole('button', { name: `Take 1 course over into “${name}”` }).click();
  await expect(conflicts).toBeHidden();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(headBadge(page, 'Scheduled')).toBeVisible();
  await open(`/promotion?productId=${courseId}`);
  const row = page.getByRole('listitem').filter({ has: page.locator(`[href="/campaign/${campaignId}"]`) });
  await expect(row.getByText('Scheduled')).toBeVisible();
});

test('new dates show what they change, and a promotion of the campaign links to it', async ({ page, open, api }) => {
  const admin = await api();
  const name = unique('Promo Tanggal');
  const body = { name, startDate: fromNow(10), endDate: fromNow(20), discount: 10 };
  const { campaignId } = await admin.send('POST', '/admin/campaign/', body);
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    name: `Kupon ${name}`,
    discountPrice: 10,
    discountType: 2,
    startDate: fromNow(1),
  });
  await open(`/campaign/${campaignId}`);
  await expect(
    page.getByRole('table', { name: 'Sales by promotion' }).or(page.getByText('Not started yet')),
  ).toBeVisible();
  await expectAccessible(page, '/campaign/$id');
  await page.getByPlaceholder('Search by name or code').fill(`Kupon ${name}`);
  await page.getByRole('option', { name: `Kupon ${name}` }).click();
  await expect(page.getByText('Added to the campaign')).toBeVisible();
  await page.getByRole('textbox', { name: 'Ends' }).fill('31/12/2030 10.00');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Save: 2 promotions get these dates.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Campaign updated successfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What these dates change' })).toHaveCount(0);
  const { endDate } = await admin.send('GET', `/admin/voucher/${voucherId}/`);
  expect(new Date(endDate as string).toISOString()).toBe('2030-12-31T03:00:00.000Z');
  await page
    .getByRole('table', { name: 'Promotions', exact: true })
    .getByRole('link', { name: `Kupon ${name}` })
    .click();
  await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/campaign/${campaignId}$`));
});

test('the timeline leads from an overlap to its conflict, keeps its filters, and is a list on a phone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?pageSize=1&isPublished=true');
  const [{ id: source }] = courses;
  const { courseId } = await admin.send('PUT', `/admin/course/${source}/duplicate/`);
  const names = [unique('Promo Jalan'), unique('Promo Rencana')];
  const period = { startDate: fromNow(-1), endDate: fromNow(5) };
  const ids: string[] = [];
  for (const name of names) {
    const body = { name, discount: 10, discountType: 2, productType: 'courses', ...period };
    const { discountId } = await admin.send('POST', '/admin/discount/', body);
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [courseId] });
    if (ids.length === 0) await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
    ids.push(discountId);
  }
  await open(`/promotion?productId=${courseId}&kind=discount`);
  await expectAccessible(page, '/promotion');
  const rows = page.getByRole('list', { name: 'Promotions by start' }).getByRole('link');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('link', { name: names[0]!, exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: names[1]!, exact: true })).toBeFocused();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await expect(page.getByRole('link', { name: names[0]!, exact: true })).toBeHidden();
  const conflict = page.getByRole('link', { name: '1 product in conflict' });
  const value = page.getByRole('listitem').filter({ has: conflict }).getByText('10%', { exact: true });
  const [besideIt, covered] = [await conflict.boundingBox(), await value.boundingBox()];
  expect(besideIt!.x).toBeGreaterThanOrEqual(covered!.x + covered!.width);
  await conflict.click();
  await expect(page).toHaveURL(new RegExp(`/discount/${ids[1]}#`));
  await expect(page.getByRole('region', { name: 'Conflicts' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Conflicts' })).toContainText(names[0]!);
  await open(`/promotion?productId=${courseId}&status=active`);
  await conflict.click();
  await expect(page.getByRole('region', { name: 'Overlaps' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Overlaps' })).toContainText(names[1]!);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  await expect(page.getByText(/^Discount · from/).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
