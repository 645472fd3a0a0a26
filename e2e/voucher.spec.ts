/** Tests work on vouchers: created, with products, activated, changed, and kept once used. */
import { expectAccessible } from './axe.ts';
import { downloadedSheet } from './files.ts';
import { expect, test, unique } from './fixtures.ts';
import { inHeadMenu, pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

const code = () => unique('K').replace(/\W/g, '').toUpperCase().slice(0, 20);

test('a voucher is created, assigned to products of all four kinds, switched on and changed, and returns to the list', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [name, its] = [unique('Hemat Ujian'), code()];
  await open('/voucher');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New voucher' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('textbox', { name: 'Code' }).fill('AB-1');
  await dialog.getByLabel('Percentage off').fill('25');
  await dialog.getByRole('button', { name: 'Create voucher' }).click();
  await expect(dialog.getByText('Letters A to Z and digits alone')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(its.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Voucher created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const voucherId = page.url().split('/').pop()!;

  await page.getByRole('link', { name: /^Products \d/ }).click();
  const products = page.getByRole('region', { name: /^Products/ });
  await products.getByRole('button', { name: 'Choose products' }).click();
  await products.getByRole('textbox', { name: 'Search products' }).fill('karier');
  await products.getByRole('checkbox', { name: /^Select E-book: Karier/ }).check();
  await products.getByRole('button', { name: 'Assign 1 product' }).click();
  await expect(toast(page, 'Courses, Paths and Subs assigned to voucher successfully')).toBeVisible();
  // Adds products of other kinds with the button in the head.
  await page.getByRole('button', { name: 'Choose products' }).first().click();
  const choosing = page.getByRole('dialog', { name: `What is ${its} for?` });
  // By name, because other tests delete their own records.
  for (const [kind, name] of [
    ['Courses', 'Belajar Go dari Awal'],
    ['Learning paths', 'Dasar Pemrograman untuk Pelajar'],
    ['Subscription plans', 'Langganan Bulanan'],
  ] as const) {
    await choosing.getByText(kind, { exact: true }).click();
    await choosing.getByRole('textbox', { name: `Search ${kind.toLowerCase()}` }).fill(name);
    await choosing.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await choosing.getByRole('button', { name: 'Assign 1 course, 1 learning path, 1 subscription plan' }).click();
  await expect(choosing).toBeHidden();
  await expect(page.getByRole('link', { name: /^Subscription plans 1/ })).toBeVisible();
  await expectAccessible(page, '/voucher/$id/{-$tab}');
  await page.getByRole('button', { name: 'Activate' }).click();
  const now = async () => admin.send('GET', `/admin/voucher/${voucherId}/`);
  await expect.poll(async () => (await now()).status).toBe(1);
  expect(await now()).toMatchObject({ code: its, discountPrice: 25, totalProducts: 1, totalAssigned: 4 });

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByLabel('Percentage off').fill('30');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Voucher berhasil disimpan')).toBeVisible();
  await expect(page).toHaveURL(/\/voucher$/);
  expect((await now()).discountPrice).toBe(30);
  await page.goto(`/voucher?search=${its}`);
  await expect(page.getByRole('row', { name })).toContainText(its);
  await expectAccessible(page, '/voucher');

  await page.goto(`/voucher/${voucherId}`);
  await pressInHeadMenu(page, 'Unassign all products');
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign 4 products' }).click();
  await expect(toast(page, 'Products unassigned from voucher successfully')).toBeVisible();
  await pressInHeadMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 voucher' }).click();
  await expect(toast(page, 'Voucher deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/voucher$/);
});

test('products of all kinds are assigned to a voucher in one save, with one message and undo', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const course = unique('Kelas Draf');
  await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  const draft = { name: unique('Sekaligus'), discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' };
  const { voucherId } = await admin.send('POST', '/admin/voucher/', { ...draft, code: code() });
  await open(`/voucher/${voucherId}`);
  await page.getByRole('button', { name: 'Choose products' }).click();
  const dialog = page.getByRole('dialog', { name: /^What is K.* for\?$/ });
  const assign = dialog.getByRole('button', { name: /^Assign/ });
  await expect(assign).toHaveAccessibleDescription('Nothing is chosen yet');
  await expect(dialog.getByText('Nothing is chosen yet')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Search courses' }).fill(course);
  const draftCourse = dialog.getByRole('checkbox', { name: `Select ${course}` });
  await draftCourse.check();
  await expect(dialog.getByText('1 of 1 is not published')).toBeVisible();
  await draftCourse.uncheck();
  await dialog.getByRole('textbox', { name: 'Search courses' }).fill('');
  await expect(draftCourse).toHaveCount(0);
  const boxes = dialog.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  // The selection is kept during another search.
  await dialog.getByRole('textbox', { name: 'Search courses' }).fill('tidak ada yang begini');
  await expect(dialog.getByText('Nothing matches')).toBeVisible();
  await dialog.getByText('Products', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Search products' }).fill('Kaus Alumni');
  await dialog.getByRole('checkbox', { name: 'Select Kaus Alumni' }).check();
  await dialog.getByText('Courses 2', { exact: true }).click();
  await expect(dialog.getByRole('checkbox', { checked: true, name: /^Select (?!all)/ })).toHaveCount(2);
  await expect(dialog.getByText('Products 1', { exact: true })).toBeVisible();
  const counts = async () => {
    const { totalCourses, totalProducts } = await admin.send('GET', `/admin/voucher/${voucherId}/`);
    return [totalCourses, totalProducts];
  };
  await dialog.getByRole('button', { name: 'Assign 2 courses, 1 product' }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Courses, Paths and Subs assigned to voucher successfully')).toHaveCount(1);
  await expect.poll(counts).toEqual([2, 1]);
  await expect(page.getByRole('link', { name: /^Courses 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '3 undone')).toBeVisible();
  await expect.poll(counts).toEqual([0, 0]);
});

test(
  'the effect of a voucher on prices is shown while typing, before it is saved',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const draft = { name: unique('Ramalan'), discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' };
    const { voucherId } = await admin.send('POST', '/admin/voucher/', { ...draft, code: code() });
    const { items } = await admin.send('GET', '/admin/orders/saleable/?search=e-book');
    const sold = items.filter(({ productType }: { productType: string }) => productType === 'products');
    await open(`/voucher/${voucherId}`);
    const effect = page.getByRole('region', { name: 'Prices while it is active' });
    await expect(effect).toContainText('None yet: no published product is chosen.');
    const productIds = sold.map(({ productId }: { productId: string }) => productId);
    await admin.send('PUT', `/admin/voucher/${voucherId}/assign/`, { productIds });
    await page.reload();
    const prices: number[] = sold.map(({ finalPrice }: { finalPrice: number }) => finalPrice);
    const lowest = (percent: number) => Math.floor((Math.min(...prices) * (100 - percent)) / 100);
    const forecast = (price: number) => `the lowest price is Rp${price.toLocaleString('id-ID')}`;
    await expect(effect).toContainText(forecast(lowest(10)));
    await page.getByLabel('Percentage off').fill('35');
    await expect(effect).toContainText(forecast(lowest(35)));
    await page.getByLabel('Percentage off').fill('100');
    await expect(effect).toContainText('would cost nothing');
    // While the form is invalid, the effect of the saved rule is shown.
    await page.getByLabel('Percentage off').fill('');
    await expect(effect).toContainText(forecast(lowest(10)));
    await page.getByLabel('Purchases from').fill('900000000');
    await expect(effect).toContainText('less than Rp900.000.000: it needs more beside');
  },
);

test('the page of a voucher shows a product’s price with it, and why it does not apply to another', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const sold = [];
  for (const name of ['Kartu', 'Payung']) {
    const draft = { name: unique(name), price: 90_001, isPublished: true };
    sold.push({ ...draft, ...(await admin.send('POST', '/admin/product/', draft)) });
  }
  const [its, other] = sold;
  const draft = { name: unique('Harga'), code: code(), discountType: 2, discountPrice: 20 };
  const { voucherId } = await admin.send('POST', '/admin/voucher/', { ...draft, startDate: '2026-11-01T00:00:00Z' });
  await admin.send('PUT', `/admin/voucher/${voucherId}/products/`, { productIds: [its.productId] });
  const { discountId } = await admin.send('POST', '/admin/discount/', {
    name: unique('Potongan'),
    discountType: 1,
    discount: 10_000,
    productType: 'products',
  });
  await admin.send('PUT', `/admin/discount/${discountId}/products/`, { product_ids: [its.productId] });
  await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
  await open(`/voucher/${voucherId}`);
  const price = page.getByRole('region', { name: 'Price of a product' });
  const choose = async (name: string) => {
    const product = price.getByRole('combobox', { name: 'Product' });
    await product.fill(name);
    await page.getByRole('option', { name }).waitFor();
    await product.press('Enter');
  };
  await choose(its.name);
  await expect(price.getByRole('definition')).toHaveText(['Rp90.001', 'Rp80.001', 'Does not apply']);
  const why = price.getByRole('list', { name: 'Why it does not apply' });
  await expect(why).toContainText('It is switched off: activate it.');
  await expect(why).toContainText('It is not published: publish it.');
  await expect(why).toContainText('All its products are already discounted');
  await page.getByRole('switch', { name: 'Also on discounted products' }).click();
  await page.getByRole('switch', { name: 'Published' }).click();
  // Saving goes back to the list.
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/voucher$/);
  await page.goto(`/voucher/${voucherId}`);
  await page.getByRole('button', { name: 'Activate' }).click();
  await choose(its.name);
  await expect(price.getByRole('definition')).toHaveText(['Rp90.001', 'Rp80.001', 'Rp64.000']);
  await choose(other.name);
  await expect(price.getByRole('definition')).toHaveText(['Rp90.001', 'Rp90.001', 'Does not apply']);
  await expect(why).toContainText(`assign “${other.name}”`);
});

test(
  'bulk codes are generated, downloaded, valid for one order each, and deletable while unused',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const own = code();
    const draft = { name: unique('Massal'), discountType: 1, discountPrice: 5_000, startDate: '2026-01-01T00:00:00Z' };
    const { voucherId } = await admin.send('POST', '/admin/voucher/', {
      ...draft,
      code: own,
      allProduct: true,
      isPublished: true,
    });
    await admin.send('PUT', `/admin/voucher/${voucherId}/status/`, { status: 1 });
    await open(`/voucher/${voucherId}/codes`);
    await page.getByRole('button', { name: 'Make codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Codes in bulk' });
    await dialog.getByLabel('How many').fill('20000');
    await dialog.getByLabel('Prefix').fill('massal');
    await expect(dialog.getByText('At most 10.000 at a time')).toBeVisible();
    await dialog.getByLabel('How many').fill('250');
    await page.keyboard.press('Enter');
    await expect(toast(page, '250 codes made')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Codes 250/ })).toBeVisible();
    await expect(page.locator('tr[data-row]')).toHaveCount(10);
    // The page size is the last choice.
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20');
    await expect(page.locator('tr[data-row]')).toHaveCount(20);
    await page.reload();
    await expect(page.locator('tr[data-row]')).toHaveCount(20);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`codes-${own}.xlsx`);
    const [, ...rows] = (await downloadedSheet(download, 'Codes')).rows;
    const codes = rows.map(([code]) => String(code));
    expect(new Set(codes).size).toBe(250);
    expect(codes.every((one) => /^MASSAL[2-9A-Z]{8}$/.test(one))).toBe(true);

    const { users } = await admin.send('GET', '/admin/user?search=putri');
    const { items } = await admin.send('GET', '/admin/orders/saleable/?search=e-book');
    const userId = users.find(({ role }: { role: string }) => role === 'member').id;
    const { productType, productId } = items[0];
    const basket = { userId, items: [{ productType, productId }], voucherCode: codes[0]!.toLowerCase() };
    const { totalAmount, voucherAmount } = await admin.send('POST', '/admin/orders/quote/', basket);
    expect(voucherAmount).toBe(5_000);
    const { orderId } = await admin.send('POST', '/admin/orders/', { ...basket, payableDays: 1, totalAmount });
    const again = await admin.send('POST', '/admin/orders/quote/', basket);
    expect(again.voucherProblem).toContain(`The code ${codes[0]} was already used by another order.`);

    await page.reload();
    await page.getByRole('combobox', { name: 'Use' }).selectOption('Used');
    await expect(page.locator('tr[data-row]')).toHaveCount(1);
    await expect(page.locator('tr[data-row]')).toContainText(codes[0]!);
    await page.getByRole('button', { name: 'Delete unused' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete unused codes' }).click();
    await expect(toast(page, '249 unused codes deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Codes 1/ })).toBeVisible();
    await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'cancelled' });
    expect((await admin.send('POST', '/admin/orders/quote/', basket)).voucherAmount).toBe(5_000);
  },
);

test('a duplicate code shows an error at its field, and a used one gives the reason why it cannot be deleted', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { vouchers } = await admin.send('GET', '/admin/voucher/?pageSize=100');
  const used = vouchers.find(({ usedCount }: { usedCount: number }) => usedCount > 0);
  await open(`/voucher/${used.voucherId}`);
  const remove = await inHeadMenu(page, 'Delete');
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toHaveAccessibleDescription('It was used; deactivate it instead');
  await page.keyboard.press('Escape');
  const codeField = page.getByRole('textbox', { name: 'Code' });
  await expect(codeField).not.toBeEditable();
  await expect(codeField).toHaveAccessibleDescription(
    'It was used: its code cannot change. Deactivate it and create another',
  );
  const starts = page.getByRole('textbox', { name: 'Starts' });
  await expect(starts).not.toBeEditable();
  await expect(starts).toHaveAccessibleDescription(
    /It was used: its period cannot change\. Deactivate it and create another$/,
  );
  const draft = { name: unique('Kembar'), discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' };
  const { voucherId } = await admin.send('POST', '/admin/voucher/', { ...draft, code: code() });
  await page.goto(`/voucher/${voucherId}`);
  await page.getByRole('textbox', { name: 'Code' }).fill(used.code);
  await page.keyboard.press('Control+s');
  const field = page.getByRole('region', { name: 'Voucher' });
  await expect(field.getByText('Another one has this code already')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
});

test('a used-up voucher has the badge “Used up”, is listed under it, and not under “Active”', async ({
  page,
  open,
}) => {
  await open('/voucher?search=HEMAT100');
  const row = page.getByRole('row', { name: 'Hemat 100 Ribu' });
  await expect(row).toContainText('Used up');
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.selectOption('Active');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(row).toHaveCount(0);
  await status.selectOption('Used up');
  await expect(row).toContainText('Used up');
});
