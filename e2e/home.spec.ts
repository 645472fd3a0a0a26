/** Tests the start page: links to pending work, by role. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { keyboardOf } from './keyboard.ts';
import { problem } from './screen-states.ts';

test('an admin sees pending work, reaches it by keyboard, and it disappears when done', async ({ page, open, api }) => {
  const admin = await api('admin', 'data');
  const { submissions } = await admin.send('GET', '/admin/home/');
  const [oldest] = submissions.items;
  await open('/home', { tenant: 'data' });
  const block = page.getByRole('region', { name: `Submissions to review ${submissions.total}` });
  await expect(block.getByRole('listitem')).toHaveCount(5);
  const { press, tabTo } = keyboardOf(page);
  await tabTo(block.getByRole('link', { name: oldest.user.name }).first());
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`/submission/${oldest.submissionId}$`));
  await page.getByLabel('Score').fill('90');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Review saved')).toBeVisible();

  await page
    .getByRole('link', { name: /, today$/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: `Submissions to review ${submissions.total - 1}` })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Opened last' }).getByRole('link', { name: oldest.user.name }),
  ).toBeVisible();
  await page.getByRole('link', { name: /^Submissions to review/ }).click();
  await expect(page).toHaveURL(/\/submission\?.*status=not-reviewed/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('row', { name: 'Checked' })).toHaveCount(0);
});

test('each role sees the blocks it may read and the records it may create', async ({ page, open }) => {
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  const begin = page.getByRole('region', { name: 'Begin' });
  await open('/home', { role: 'customer-service' });
  await expect(begin.getByRole('link', { name: 'Order tracking: unpaid orders' })).toHaveAttribute(
    'href',
    '/order/tracking?status=unpaid',
  );
  await expect(titles.filter({ hasText: 'Unpaid over 24 hours' })).toBeVisible();
  await expect(
    titles.filter({ hasText: /Submissions|Classes|Promotions|Drafts|videos|jobs|Access, unpaid/ }),
  ).toHaveCount(0);

  await open('/home', { role: 'instructor' });
  await expect(titles.filter({ hasText: 'Classes today' })).toBeVisible();
  await expect(titles.filter({ hasText: 'Drafts that lack one thing' })).toBeVisible();
  await expect(titles.filter({ hasText: /Unpaid|Promotions|jobs/ })).toHaveCount(0);
  await begin.getByRole('link', { name: 'New flexy course' }).click();
  await expect(page.getByRole('dialog', { name: /flexy course/i }).getByLabel('Name')).toBeVisible();
});

test('customer service starts with its follow-ups and the orders to chase, and reaches both queues', async ({
  page,
  open,
  api,
}) => {
  // The chase order has no documents before somebody opened it.
  await open('/order/tracking?queue=chase', { role: 'customer-service' });
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const { counts, mine, chase } = await (await api('customer-service')).send('GET', '/admin/order-tracking/desk/next/');
  expect(counts.mine).toBeGreaterThan(0);
  await open('/home', { role: 'customer-service' });
  const first = page.getByRole('main').getByRole('region').first();
  await expect(first.getByRole('heading')).toHaveText(`Your follow-ups ${counts.mine}`);
  const follow = first.locator(`a[href*="peek=${mine[0].documentId}"]`);
  await expect(follow).toContainText(mine[0].name);
  const next = page.getByRole('region', { name: /^Next to chase / });
  await expect(next.getByRole('link', { name: chase[0].name }).first()).toBeVisible();
  await first.getByRole('link', { name: /^Mine / }).click();
  await expect(page).toHaveURL(/\/order\/tracking\?.*queue=mine/);
  await page.goBack();
  await next.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/order\/tracking\?.*queue=chase/);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
});

test('classes today lead to the courses that have one, as many as the page counts', async ({ page, open, api }) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/fast-track/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  const name = unique('Kelas hari ini');
  const startAt = new Date().toISOString();
  await admin.send('POST', `/admin/course/${courseId}/section/`, { name: unique('Sesi'), startAt, endAt: null });
  const dates = { startDate: startAt.slice(0, 10), endDate: startAt.slice(0, 10) };
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, name, ...dates, isPublished: true });
  await open('/home');
  const block = page.getByRole('region', { name: /^Classes today \d+ in \d+ courses?$/ });
  await expect(block).toBeVisible();
  await expectAccessible(page, '/home');
  await block.locator('header a[href*="/course/fast-track?"]').click();
  await expect(page).toHaveURL(/has=class-today/);
  await expect(page.getByRole('combobox', { name: 'Needs attention' })).toHaveValue('class-today');
  await expect(page.locator(`tr[data-row="${courseId}"]`)).toContainText(name);
  // Others may be made meanwhile.
  await expect(async () => {
    const { classes } = await admin.send('GET', '/admin/home/');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Fast-track courses ${classes.courses['fast-track']}`,
      { timeout: 2000 },
    );
  }).toPass();
});

test('a finished draft disappears, and empty and failing blocks are shown as such', async ({ page, open, api }) => {
  const admin = await api();
  const name = unique('Draf hampir siap');
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, name, category: null });
  await open('/home');
  const drafts = page.getByRole('region', { name: /^Drafts that lack one thing/ });
  const row = drafts.getByRole('link', { name });
  await expect(row).toContainText('Needs a category');
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, category: 'data' });
  await page.reload();
  await expect(drafts).toBeVisible();
  await expect(row).toHaveCount(0);

  const noQueue = { counts: { mine: 0, overdue: 0, chase: 0 }, mine: [], chase: [] };
  await page.route('**/desk/next/', (route) => route.fulfill({ json: noQueue }));
  await page.route('**/api/admin/home/', (route) => route.fulfill({ json: { submissions: { total: 0, items: [] } } }));
  await page.reload();
  const chase = page.getByRole('region', { name: 'Next to chase' });
  await expect(chase.getByRole('listitem')).toHaveCount(1);
  await expect(chase.getByRole('link', { name: /^Open the chase order/ })).toHaveAttribute(
    'href',
    '/order/tracking?queue=chase',
  );
  await open('/home', { role: 'instructor' });
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'New flexy course' }).first()).toBeVisible();

  await open('/home');
  await page.unrouteAll();
  await page.route('**/api/admin/home/', (route) => route.fulfill(problem(500, 'The database is away')));
  await page.reload();
  await expect(page.getByText('The database is away')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(drafts).toBeVisible();
});
