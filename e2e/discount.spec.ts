/** Tests work on discounts, from creating to deleting, alone and with another admin. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

test('a discount is created, assigned, activated, changed, unassigned and deleted, and the price follows', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = unique('Promo Ujian');
  const course = unique('Kelas Ujian');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  await admin.send('PUT', `/admin/course/${courseId}/`, {
    name: course,
    type: 0,
    price: 400_000,
    category: 'programming',
  });

  await open('/discount');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page, '/discount');
  await page.keyboard.press('n');
  await page.getByLabel('Name').fill('ab');
  await page.getByRole('button', { name: 'Create discount' }).click();
  await expect(page.getByText('At least 3 characters')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Percentage off').fill('25');
  await page.getByRole('button', { name: 'Create discount' }).click();
  await expect(toast(page, 'Discount created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByText('Available').click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(course);
  await courses.getByLabel('Category').selectOption('programming');
  await expect(courses.getByText('1–1 of 1')).toBeVisible();
  await courses.getByRole('checkbox', { name: `Select ${course}` }).check();
  await courses.getByRole('button', { name: 'Assign 1 course' }).click();
  await expect(toast(page, 'Assigned 1 Courses from Discount')).toBeVisible();
  await expect(courses.getByRole('textbox', { name: 'Search courses' })).toBeFocused();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await courses.getByText(/^Assigned 1$/).click();
  await expect(courses.getByRole('row', { name: course })).toContainText(
    /Rp400\.000\s*Rp300\.000\s*Rp100\.000 off\s*Rp300\.000/,
  );
  expect((await admin.send('GET', `/admin/course/${courseId}/`)).finalPrice).toBe(300_000);

  await page.getByLabel('Percentage off').fill('50');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
  await expect(courses.getByRole('row', { name: course })).toContainText(
    /Rp400\.000\s*Rp200\.000\s*Rp200\.000 off\s*Rp200\.000/,
  );
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.first()).toHaveText(
    /^Bagus Prasetyo changed this discountValue25 → 50\d+ \w+ \d{4}, \d\d\.\d\d$/,
  );
  await expect(history.filter({ hasText: `Bagus Prasetyo assigned the course ${course}` })).toHaveCount(1);
  await expectAccessible(page, '/discount/$id');

  await courses.getByRole('checkbox', { name: `Select ${course}` }).check();
  await courses.getByRole('button', { name: 'Unassign 1 course' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Unassign: back to the list price. The course itself stays as it is.');
  await dialog.getByRole('button', { name: 'Unassign 1 course' }).click();
  await expect(toast(page, 'Unassigned 1 Courses from Discount')).toBeVisible();

  await pressInHeadMenu(page, 'Delete');
  await expect(dialog).toContainText('Delete: no product is assigned to it. The products themselves stay.');
  await dialog.getByRole('button', { name: 'Delete 1 discount' }).click();
  await expect(toast(page, 'Discount deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/discount$/);
});

test(
  'courses assigned together are one history entry that expands to all names',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discountId } = await admin.send('POST', '/admin/discount/', {
      name: unique('Promo Riwayat'),
      discount: 5,
      discountType: 2,
      productType: 'courses',
    });
    const names = ['Aljabar', 'Basis Data', 'Cabang Git', 'Docker', 'Etika AI'].map((name) => unique(name));
    const made = await Promise.all(names.map((name) => admin.send('POST', '/admin/course/type/flexy/', { name })));
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, {
      course_ids: made.map(({ courseId }) => courseId),
    });

    await open(`/discount/${discountId}`);
    const history = page.getByRole('region', { name: 'History' });
    const line = history.getByText('assigned 5 courses');
    await expect(line).toHaveText(`Bagus Prasetyo assigned 5 courses: ${names.slice(0, 3).join(', ')} and 2 more`);
    await expect(history.getByText('created this discount')).toBeVisible();
    await expect(history.getByText(names[4]!)).toBeHidden();
    await line.click();
    for (const name of names)
      await expect(history.getByRole('listitem').getByText(name, { exact: true })).toBeVisible();
    await expect(history.getByText('and 2 more')).toBeHidden();
    await expect(history.locator('time').first()).toHaveAttribute('title', /, \d\d\.\d\d\.\d\d WIB$/);
  },
);

test(
  'unassigning all products asks first with the effect on prices',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discountId } = await admin.send('POST', '/admin/discount/', {
      name: unique('Promo Semua'),
      discount: 10,
      discountType: 2,
      productType: 'courses',
    });
    const course_ids: string[] = [];
    for (const name of [unique('Kelas Satu'), unique('Kelas Dua')])
      course_ids.push((await admin.send('POST', '/admin/course/type/flexy/', { name })).courseId);
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids });
    await open(`/discount/${discountId}`);
    const ask = () => pressInHeadMenu(page, 'Unassign all products');
    const dialog = page.getByRole('dialog');
    await ask();
    await expect(dialog).toContainText('Unassign: no price changes, because the discount is not in force.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
    await page.reload();
    await ask();
    await expect(dialog).toContainText('Unassign: 2 courses go back to the list price.');
    await page.getByRole('button', { name: 'Unassign 2 products' }).click();
    await expect(toast(page, 'Unassigned All Products from Discount')).toBeVisible();
    await expect(page.getByText('No courses are assigned')).toBeVisible();
  },
);

test('assigning a product that another discount got meanwhile is refused with the reason and keeps the selection', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const course = unique('Kelas Rebutan');
  const other = unique('Promo Pertama');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  const made = await Promise.all(
    [other, unique('Promo Kedua')].map((name) =>
      admin.send('POST', '/admin/discount/', { name, discount: 10, discountType: 2, productType: 'courses' }),
    ),
  );
  for (const { discountId } of made) await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
  await open(`/discount/${made[1].discountId}`);
  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByText('Available').click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(course);
  await expect(courses.getByText('1–1 of 1')).toBeVisible();
  await courses.getByRole('checkbox', { name: `Select ${course}` }).check();
  await admin.send('PUT', `/admin/discount/${made[0].discountId}/courses/`, { course_ids: [courseId] });
  await courses.getByRole('button', { name: 'Assign 1 course' }).click();
  const refused = toast(page, 'Fail to assign course to discount');
  await expect(refused).toBeVisible();
  await expect(
    refused.getByText(`"${course}" already has the active discount "${other}", no end date`, { exact: true }),
  ).toBeVisible();
  await expect(courses.getByRole('checkbox', { name: `Select ${course}` })).toBeChecked();
});

test.describe('two admins on one discount', () => {
  const begin = async ({
    open,
    api,
    page,
  }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'open' | 'api' | 'page'>) => {
    const admin = await api('superadmin');
    const name = unique('Promo Berdua');
    const draft = { name, discount: 10, discountType: 2, productType: 'courses' };
    const { discountId } = await admin.send('POST', '/admin/discount/', draft);
    await open(`/discount/${discountId}`);
    await page.getByLabel('Name').fill(`${name} mine`);
    await admin.send('PUT', `/admin/discount/${discountId}`, { ...draft, name: `${name} theirs`, discount: 15 });
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved first' });
    await expect(dialog).toContainText('Ratna Wulandari saved this');
    return { admin, discountId, name, dialog };
  };

  test('the second admin sees the conflict, compares, and keeps their values', async ({ page, open, api }) => {
    const { admin, discountId, name, dialog } = await begin({ page, open, api });
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(`${name} theirs`);
    await expect(dialog.getByRole('row', { name: /^Percentage off/ })).toContainText('theirs stays');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(toast(page, 'Discount updated successfully')).toBeVisible();
    expect(await admin.send('GET', `/admin/discount/${discountId}`)).toMatchObject({
      name: `${name} mine`,
      discount: 15,
    });
    await expect(page.getByLabel('Percentage off')).toHaveValue('15');
  });

  test(
    'changes of other fields do not conflict, and input typed during the save is kept',
    { tag: '@system' },
    async ({ page, open, api }) => {
      const admin = await api('superadmin');
      const name = unique('Promo Sela');
      const { discountId } = await admin.send('POST', '/admin/discount/', {
        name,
        discount: 10,
        discountType: 2,
        productType: 'courses',
      });
      await open(`/discount/${discountId}`);
      const field = page.getByLabel('Name');
      await field.fill(`${name} mine`);
      // Saving starts once there is something to save.
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
      await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(`**/api/admin/discount/${discountId}`, async (route) => {
        if (route.request().method() === 'GET') await released;
        await route.continue();
      });
      const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 412);
      await page.keyboard.press('Control+s');
      await refused;
      await field.press('End');
      await page.keyboard.type(' too');
      release();
      await expect(toast(page, 'Discount updated successfully')).toBeVisible();
      await expect(field).toHaveValue(`${name} mine too`);
      expect(await admin.send('GET', `/admin/discount/${discountId}`)).toMatchObject({
        name: `${name} mine`,
        status: 1,
      });
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
      expect(await admin.send('GET', `/admin/discount/${discountId}`)).toMatchObject({ name: `${name} mine too` });
    },
  );

  test('the second admin takes the other values', { tag: '@system' }, async ({ page, open, api }) => {
    const { name, dialog } = await begin({ page, open, api });
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('Name')).toHaveValue(`${name} theirs`);
    await expect(page.getByLabel('Percentage off')).toHaveValue('15');
  });
});

test('leaving with unsaved changes asks first', async ({ page, open, api }) => {
  const { discountId } = await (
    await api()
  ).send('POST', '/admin/discount/', {
    name: unique('Promo Sisa'),
    discount: 10,
    discountType: 2,
    productType: 'courses',
  });
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill('Something else');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Something else');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/user$/);
});

test('changing the type asks for a new value', { tag: '@system' }, async ({ page, open }) => {
  await open('/discount');
  await page.getByRole('button', { name: 'New discount' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Percentage off')).toHaveValue('10');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Fixed price');
  await expect(dialog.getByLabel('Price becomes')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Create discount' }).click();
  await expect(dialog.getByText('Write a number', { exact: true })).toBeVisible();
});

test('every way to close a new discount asks while it has input', { tag: '@system' }, async ({ page, open }) => {
  await open('/discount');
  await page.getByRole('button', { name: 'New discount' }).click();
  const form = page.getByRole('dialog', { name: 'New discount' });
  await form.getByLabel('Name').fill('Setengah jadi');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => form.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel('Name')).toHaveValue('Setengah jadi');
  }
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'New discount' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test('a deleted discount is gone after going back', { tag: '@system' }, async ({ page, open, api }) => {
  const { discountId } = await (
    await api()
  ).send('POST', '/admin/discount/', {
    name: unique('Promo Hilang'),
    discount: 10,
    discountType: 2,
    productType: 'courses',
  });
  await open(`/discount/${discountId}`);
  await pressInHeadMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 discount' }).click();
  await expect(page).toHaveURL(/\/discount$/);
  // At once, because the list may not be rendered yet.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This discount was not found' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveCount(0);
});

test(
  'a toast covers no action, and the breadcrumb returns to the same search',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const name = unique('Promo Toast');
    await (
      await api()
    ).send('POST', '/admin/discount/', { name, discount: 10, discountType: 2, productType: 'courses' });
    await open('/discount');
    await page.getByRole('textbox', { name: 'Search discounts' }).fill(name);
    await expect(page).toHaveURL(/search=Promo/);
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Activate' }).click();
    await expect(page.getByRole('button', { name: 'Activate' })).toBeHidden();
    await page.getByLabel('Name').fill(`${name} 2`);
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Discount updated successfully')).toBeVisible();
    // Measured in one evaluation, because the save bar is disappearing.
    const covered = await page.locator('.mantine-Notification-root').evaluate((toast) => {
      const box = toast.getBoundingClientRect();
      return [...document.querySelectorAll(':is(main, header) :is(button, [role="switch"])')]
        .map((action) => ({ html: action.outerHTML, at: action.getBoundingClientRect() }))
        .filter(({ at }) => at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top)
        .map(({ html }) => html);
    });
    expect(covered).toEqual([]);
    await page.getByRole('button', { name: /^Account/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Discounts' }).click();
    await expect(page).toHaveURL(/search=Promo/);
  },
);

test(
  'activating saves unsaved input first, and does not activate if the save fails',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discountId } = await admin.send('POST', '/admin/discount/', {
      name: unique('Promo Terketik'),
      discount: 10,
      discountType: 2,
      productType: 'courses',
    });
    const stored = () => admin.send('GET', `/admin/discount/${discountId}`);
    await open(`/discount/${discountId}`);
    const activate = page.getByRole('button', { name: 'Activate' });
    const percentage = page.getByLabel('Percentage off');
    await percentage.fill('160');
    await expect(activate).toHaveAccessibleDescription('Activate: your changes are saved first');
    await activate.press(' ');
    await expect(percentage).toBeFocused();
    await expect(activate).toBeVisible();
    expect(await stored()).toMatchObject({ status: 0, discount: 10 });
    await percentage.fill('60');
    await activate.press(' ');
    await expect(activate).toBeHidden();
    await expect.poll(stored).toMatchObject({ status: 1, discount: 60 });
  },
);
