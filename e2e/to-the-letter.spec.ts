/**
 * Tests details of the specification that only a browser shows: the wheel, the repeated call, the order list's filters,
 * the learning paths of a discount.
 */
import { type Json, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

test.use({ isFresh: true });

test(
  'the mouse wheel does not change a number and removes the focus',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { send } = await api();
    const discount = { name: unique('Promo Roda'), discount: 40, discountType: 2, productType: 'courses' };
    const { discountId } = await send('POST', '/admin/discount/', discount);
    const { courseId } = await send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Roda') });
    const { sectionId } = await send('POST', `/admin/course/${courseId}/section/`, { name: 'Satu' });
    const { quizId } = await send('POST', '/admin/quiz/', { sectionId, name: 'Kuis' });
    await send('POST', '/admin/question/', {
      quizId,
      type: 'SHORT_ANSWER',
      question: 'Apa?',
      answerKey: 'ya',
      score: 40,
    });
    const keeps = async (label: string, expected: string) => {
      const value = page.getByLabel(label);
      await value.click();
      await expect(value).toBeFocused();
      // A small distance, so that the field stays under the pointer.
      await page.mouse.wheel(0, 8);
      await expect(value).not.toBeFocused();
      await expect(value).toHaveValue(expected);
    };
    await open(`/discount/${discountId}`);
    await keeps('Percentage off', '40');
    await page.goto(`/quiz/${quizId}/questions`);
    await keeps('Score of question 1', '40 points');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
    await page.goto(`/course/fast-track/${courseId}/schedule`);
    await page.getByRole('button', { name: 'Add classes' }).click();
    const count = await page.getByLabel('How many').inputValue();
    await keeps('How many', count);
  },
);

test('a call answered with 401 is repeated once with a new token, and writes once', async ({ page, open, api }) => {
  const name = unique('Promo Ulang');
  const admin = await api();
  const { discountId } = await admin.send('POST', '/admin/discount/', {
    name,
    discount: 40,
    discountType: 2,
    productType: 'courses',
  });
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill(`${name} baru`);
  await page.context().addCookies([{ name: 'accessToken', value: 'not.a.token', url: new URL('/', page.url()).href }]);
  const answers: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (method === 'PUT' || pathname.includes('/auth/')) answers.push(`${method} ${pathname} ${response.status()}`);
  });
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
  expect(answers).toEqual([
    `PUT /api/admin/discount/${discountId} 401`,
    'POST /api/auth/refresh/ 200',
    `PUT /api/admin/discount/${discountId} 200`,
  ]);
  expect(await admin.send('GET', `/admin/discount/${discountId}`)).toMatchObject({ name: `${name} baru`, version: 2 });
});

test('a refused refresh leads to the sign-in page', async ({ page, open }) => {
  await open('/user');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => localStorage.setItem('refreshToken', 'nobody’s'));
  await page.context().addCookies([{ name: 'accessToken', value: 'not.a.token', url: new URL('/', page.url()).href }]);
  // A call in the background may have noticed it, and its dialog covers the button.
  await page.getByRole('button', { name: 'Next page' }).dispatchEvent('click');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test(
  'learning paths are assigned to and unassigned from a discount with the specified messages',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discountId } = await admin.send('POST', '/admin/discount/', {
      name: unique('Promo Jalur'),
      discount: 10,
      discountType: 2,
      productType: 'learning paths',
    });
    const { paths } = await admin.send('GET', `/admin/discount/${discountId}/learning-path/?pageSize=2`);
    const [first, second] = (paths as { name: string }[]).map(({ name }) => name);
    await open(`/discount/${discountId}`);
    const panel = page.getByRole('region', { name: /^Learning paths/ });
    await panel.getByText(/^Available \d/).click();
    await panel.getByRole('checkbox', { name: `Select ${first}` }).check();
    await panel.getByRole('checkbox', { name: `Select ${second}` }).check();
    // "all" if other discounts have one of them.
    await panel.getByRole('button', { name: /^Assign (all )?2 learning paths$/ }).click();
    await expect(toast(page, 'Assigned 2 Paths from Discount')).toBeVisible();
    await panel.getByText(/^Assigned \d/).click();
    await panel.getByRole('checkbox', { name: `Select ${second}` }).check();
    await panel.getByRole('button', { name: 'Unassign 1 learning path' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 learning path' }).click();
    await expect(toast(page, 'Unassigned 1 Paths from Discount')).toBeVisible();
    await expect(panel.getByRole('row', { name: first! })).toBeVisible();
    await expect(panel.getByRole('row', { name: second! })).toHaveCount(0);
  },
);

test('toasts are shown at the top right, below the page’s actions', { tag: '@system' }, async ({ page, open, api }) => {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Pojok') });
  await open(`/course/flexy/${courseId}`);
  await page.getByLabel('Name', { exact: true }).first().fill(unique('Kelas Pojok'));
  await page.keyboard.press('Control+s');
  const done = toast(page, 'Successfully Update Course');
  await expect(done).toBeVisible();
  const actions = (await page.locator('[data-page-actions]').boundingBox())!;
  const gaps = async () => {
    const { x, y, width, height } = (await done.boundingBox())!;
    return { right: 1440 - x - width, isBelow: y >= actions.y + actions.height, isOnTop: y + height < 900 / 3 };
  };
  await expect.poll(gaps).toEqual({ right: 24, isBelow: true, isOnTop: true });
});

test('a list starts without the input and search of the previous one', { tag: '@system' }, async ({ page, open }) => {
  await open('/user');
  const search = page.getByRole('textbox', { name: /^Search/ });
  await search.fill('putri');
  await expect(page).toHaveURL(/search=putri/);
  // Typed but not applied yet.
  await search.fill('putri ayu');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Promotions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Discounts');
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/discount$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users');
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/user$/);
});

test('toasts over a list cover neither its views nor its columns', { tag: '@system' }, async ({ page, open, api }) => {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Salin') });
  await open(`/course/flexy/${courseId}`);
  await pressInHeadMenu(page, 'Delete');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const done = toast(page, 'Course deleted successfully');
  await expect(done).toBeVisible();
  const columns = page.getByRole('button', { name: /^Columns/ });
  await expect(columns).toBeVisible();
  const isBelow = async () => {
    const [{ y }, { y: top, height }] = [(await done.boundingBox())!, (await columns.boundingBox())!];
    return y >= top + height;
  };
  await expect.poll(isBelow).toBe(true);
});

test('a course without an image has a placeholder', { tag: '@system' }, async ({ page, open, api }) => {
  const name = unique('Kelas Tanpa Gambar');
  await (await api()).send('POST', '/admin/course/type/flexy/', { name });
  await open(`/course/flexy?search=${encodeURIComponent(name)}`);
  const row = page.locator('tr[data-row]', { hasText: name });
  await expect(row.locator('[data-row-link] svg').first()).toBeVisible();
  await expect(row.locator('img')).toHaveCount(0);
});

test(
  'a fixed price shows the difference to the list price as discount',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { send } = await api();
    const name = unique('Kelas Harga Tetap');
    const { courseId } = await send('POST', '/admin/course/type/flexy/', { name });
    await send('PUT', `/admin/course/${courseId}/`, { type: 0, price: 400_000 });
    const draft = { name: unique('Promo Tetap'), discount: 149_000, discountType: 0, productType: 'courses' };
    const { discountId } = await send('POST', '/admin/discount/', draft);
    await send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [courseId] });
    await open(`/discount/${discountId}`);
    await expect(page.getByRole('row', { name })).toContainText(/Rp251\.000 off\s*Rp149\.000/);
  },
);

test('a tracking list is reloaded after a status change', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/tracking?page=5', { role: 'customer-service' });
  const row = page.getByRole('row').nth(3);
  const next = ((await row.textContent()) ?? '').includes('Gagal') ? 'Dibatalkan' : 'Gagal';
  await row.getByRole('button', { name: /status of/ }).click();
  const answers: string[] = [];
  page.on('response', (response) => {
    const [, call] = /documents:(commit|runQuery)/.exec(response.url()) ?? [];
    if (call) answers.push(`${call} ${response.status()}`);
  });
  await page.getByRole('menuitemradio', { name: next }).click();
  await expect.poll(() => answers.join(', ')).toMatch(/commit 200, (.*, )?runQuery 200/);
  await expect(toast(page, 'Updated Order Status')).toBeVisible();
  await expect(row).toContainText(next);
});

/** Reads all orders of the brand, newest first, to compare the filters with. */
async function everyOrder(send: (path: string) => Promise<Json>): Promise<Json[]> {
  const orders: Json[] = [];
  for (let page = 1; ; page++) {
    const { data, totalItems } = await send(`/admin/orders?pageSize=100&page=${page}`);
    orders.push(...data);
    if (orders.length >= totalItems || data.length === 0) return orders;
  }
}

test('orders are found by name, e-mail and invoice, and by inclusive days in Jakarta', async ({ page, open, api }) => {
  const admin = await api();
  const orders = await everyOrder((path) => admin.send('GET', path));
  const dayOf = ({ createdAt }: Json) => new Date(Date.parse(createdAt) + 7 * 3_600_000).toISOString().slice(0, 10);
  const [one] = orders;
  await open('/order');
  const total = page.getByRole('heading', { level: 1 });
  await expect(total).toHaveText(`Orders ${orders.length.toLocaleString('id-ID')}`);
  const search = page.getByRole('textbox', { name: /^Search/ });
  for (const text of [one.invoiceNumber, one.user.email, one.user.name]) {
    await search.fill(text);
    const fitting = orders.filter(({ invoiceNumber, user }) =>
      `${invoiceNumber} ${user.name} ${user.email}`.toLowerCase().includes(text.toLowerCase()),
    );
    await expect(total).toHaveText(`Orders ${fitting.length}`);
    await expect(page.getByRole('row').nth(1)).toContainText(fitting[0].invoiceNumber);
  }
  await page.getByRole('button', { name: 'Clear the search' }).click();
  const [until, from] = [dayOf(orders[20]), dayOf(orders[60])];
  const within = orders.filter((order) => dayOf(order) >= from && dayOf(order) <= until);
  await page.goto(`${new URL(page.url()).origin}/order?startDate=${from}&endDate=${until}`);
  await expect(total).toHaveText(`Orders ${within.length}`);
  await expect(page.getByRole('row').nth(1)).toContainText(within[0].invoiceNumber);
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(from.split('-').toReversed().join('/'));
});
