/** Tests that the text on what a control changes is true in every state of the record. */
import type { Page } from '@playwright/test';
import { type Api, expect, test, unique } from './fixtures.ts';
import { inHeadMenu, pressInHeadMenu } from './head.ts';
import { selectionOf } from './selecting.ts';

/** Presses the button or the item of the head's menu, returns the text of the dialog from the verb on, and cancels. */
async function questionOf(page: Page, button: string): Promise<string> {
  if (['Delete', 'Unassign all products'].includes(button)) await pressInHeadMenu(page, button);
  else await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const text = await dialog.getByText(/^(Delete|Unassign|Activate|Deactivate|Publish|Unpublish): /).textContent();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  return text ?? '';
}

async function aCourse(admin: Api) {
  const name = unique('Kelas Akibat');
  return { name, id: (await admin.send('POST', '/admin/course/type/flexy/', { name })).courseId as string };
}

const later = '2098-12-31T17:00:00Z';
const laterInWords = 'from 1 Jan 2099, 00.00 WIB';
const past = { startDate: '2020-01-01T00:00:00Z', endDate: '2020-02-01T00:00:00Z' };
const ended = 'no price changes, because the discount is not in force.';

for (const [state, dates, status, all, some] of [
  ['an inactive', {}, 0, ended, ended],
  ['an active', {}, 1, '1 course goes back to the list price.', 'back to the list price.'],
  [
    'a scheduled',
    { startDate: later },
    1,
    `1 course does not get cheaper ${laterInWords}.`,
    `not cheaper ${laterInWords}.`,
  ],
  ['an expired', past, 1, ended, ended],
] as const)
  test(`${state} discount says what unassigning and deleting change`, async ({ page, open, api }) => {
    const admin = await api();
    const course = await aCourse(admin);
    const { discountId } = await admin.send('POST', '/admin/discount/', {
      name: unique('Promo Akibat'),
      discount: 10,
      discountType: 2,
      productType: 'courses',
      ...dates,
    });
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [course.id] });
    if (status === 1) await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status });
    await open(`/discount/${discountId}`);
    expect(await questionOf(page, 'Unassign all products')).toBe(`Unassign: ${all}`);
    const deletion = all.replace('1 course', '1 assigned product');
    expect(await questionOf(page, 'Delete')).toBe(`Delete: ${deletion} The products themselves stay.`);
    await page.getByRole('checkbox', { name: `Select ${course.name}` }).check();
    expect(await questionOf(page, 'Unassign 1 course')).toBe(`Unassign: ${some} The course itself stays as it is.`);
  });

const idle = (reason: string) => `no price changes, because the voucher is ${reason}.`;
for (const [state, more, status, unassigned, deleted] of [
  ['an active', {}, 1, 'it no longer lowers the price of 1 course.', 'nobody can use CODE any more.'],
  ['an inactive', {}, 0, idle('inactive'), idle('inactive')],
  ['an unpublished', { isPublished: false }, 1, idle('not published'), idle('not published')],
  ['an expired', past, 1, idle('expired'), idle('expired')],
  [
    'a scheduled',
    { startDate: later },
    1,
    `it does not lower the price of 1 course ${laterInWords}.`,
    `nobody can use CODE ${laterInWords}.`,
  ],
] as const)
  test(`${state} voucher says what unassigning and deleting change`, async ({ page, open, api }) => {
    const admin = await api();
    const course = await aCourse(admin);
    const code = unique('A').replace(/\W/g, '').toUpperCase().slice(0, 20);
    const { voucherId } = await admin.send('POST', '/admin/voucher/', {
      name: unique('Voucher Akibat'),
      code,
      discountType: 2,
      discountPrice: 10,
      startDate: '2026-11-01T00:00:00Z',
      isPublished: true,
      ...more,
    });
    await admin.send('PUT', `/admin/voucher/${voucherId}/assign/`, { courseIds: [course.id] });
    if (status === 1) await admin.send('PUT', `/admin/voucher/${voucherId}/status/`, { status });
    await open(`/voucher/${voucherId}/courses`);
    expect(await questionOf(page, 'Unassign all products')).toBe(`Unassign: ${unassigned}`);
    expect(await questionOf(page, 'Delete')).toBe(`Delete: ${deleted.replace('CODE', code)} Its products stay.`);
    const some = unassigned.replace(' of 1 course', '');
    await page.getByRole('checkbox', { name: `Select ${course.name}` }).check();
    expect(await questionOf(page, 'Unassign 1 course')).toBe(`Unassign: ${some} The course itself stays as it is.`);
  });

const courseWithMembers = async (admin: Api) => {
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?pageSize=2`);
  for (const { id } of users) await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: id });
  const { name } = await admin.send('GET', `/admin/course/${courseId}/`);
  return { courseId: courseId as string, name: name as string };
};

test('the effect of a button is shown on hover and focus only, and that of an item of the menu with it', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId } = await courseWithMembers(admin);
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    name: unique('Voucher Sorot'),
    discountType: 2,
    discountPrice: 10,
    startDate: '2026-11-01T00:00:00Z',
    isPublished: true,
    allProduct: true,
  });
  const { code } = await admin.send('GET', `/admin/voucher/${voucherId}/`);
  const shown = page.getByRole('tooltip');
  for (const [url, on, off, onText, offText] of [
    [`/course/flexy/${courseId}`, 'Publish', 'Unpublish', '2 members get access', '2 members lose access'],
    [`/voucher/${voucherId}`, 'Activate', 'Deactivate', `members can use ${code}`, `nobody can use ${code} any more`],
  ] as const) {
    await open(url);
    const control = page.getByRole('button', { name: on, exact: true });
    const text = `${on}: ${onText}`;
    await expect(control).toHaveAccessibleDescription(text);
    await control.blur();
    await expect(page.getByText(text)).toBeHidden();
    await page.locator('[data-page-actions]').locator('div').filter({ has: control }).last().hover();
    await expect(shown).toHaveText(text);
    await page.mouse.move(1, 1);
    await expect(shown).toBeHidden();
    await control.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
    await expect(shown).toHaveText(text);
    const [below, at] = [await shown.boundingBox(), await control.boundingBox()];
    expect(below!.y).toBeGreaterThan(at!.y);
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await page.keyboard.press(' ');
    await expect(control).toBeHidden();
    const item = await inHeadMenu(page, off);
    await expect(item).toHaveText(`${off}${offText}`);
    await expect(item).toHaveAccessibleDescription(`${off}: ${offText}`);
  }
});

test('a touch screen asks with the effect, the name and the count before it publishes or switches', async ({
  browser,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId, name } = await courseWithMembers(admin);
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(`/course/flexy/${courseId}`, { page });
  const isPublished = async () => (await admin.send('GET', `/admin/course/${courseId}/`)).isPublished;
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const dialog = page.getByRole('dialog', { name: `Publish "${name}"?` });
  await publish.tap();
  await expect(dialog).toContainText('Publish: 2 members get access');
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(dialog).toBeHidden();
  expect(await isPublished()).toBe(false);
  await publish.tap();
  await dialog.getByRole('button', { name: 'Publish 1 course' }).tap();
  await expect(publish).toBeHidden();
  await expect.poll(isPublished).toBe(true);
  await context.close();
});

test('Publish and Unpublish say what they do to a learning path and to a product', async ({ page, open, api }) => {
  const admin = await api();
  const course = await aCourse(admin);
  const { pathID } = await admin.send('POST', '/admin/learning-path/', { name: unique('Jalur Akibat') });
  await admin.send('PUT', `/admin/learning-path/${pathID}/courses/`, { course_ids: [course.id] });
  const { productId } = await admin.send('POST', '/admin/product/', { name: unique('Buku Akibat'), price: 50_000 });
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  for (const [url, off] of [
    [`/learning-path/${pathID}`, 'Unpublish: it cannot be bought; its members keep access'],
    [`/product/${productId}`, 'Unpublish: it cannot be bought'],
  ] as const) {
    await open(url);
    await expect(publish).toHaveAccessibleDescription('Publish: it can be bought');
    await publish.click();
    await expect(publish).toBeHidden();
    const unpublish = await inHeadMenu(page, 'Unpublish');
    await expect(unpublish).toHaveAccessibleDescription(off);
    await unpublish.click();
    await expect(publish).toBeVisible();
  }
});

test('changes of several records say what they do to records in each state', async ({ page, open }) => {
  await open('/discount');
  for (const [list, texts] of [
    [
      '/discount',
      {
        Activate:
          'prices change at once where the period has begun and is not over. Discounts whose products have another one at the same time stay inactive and are listed.',
        Deactivate: 'prices of discounts in force change back at once, and scheduled ones do not start.',
      },
    ],
    [
      '/voucher',
      {
        Activate:
          'members can use them during their period, except those that are not published, used up or have nothing assigned.',
        Deactivate: 'members cannot use them. Orders that used them stay as they are.',
      },
    ],
    ['/learning-path', { Unpublish: 'they cannot be bought. Their members keep access.' }],
    ['/course/flexy', { Unpublish: 'they cannot be bought, and their members have no access.' }],
  ] as const) {
    await page.goto(list);
    await selectionOf(page).pageBox.check();
    for (const [verb, text] of Object.entries(texts)) expect(await questionOf(page, verb)).toBe(`${verb}: ${text}`);
  }
});
