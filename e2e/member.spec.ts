/** Tests people without an account: created while selling, invited by mail, corrected, deactivated; forgotten passwords. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, type Json, test, unique } from './fixtures.ts';
import { inboxDomain, linkTo } from './inbox.ts';
import { toast } from './toast.ts';

const newEmail = () => `${unique('orang').replace(/\W/g, '')}${inboxDomain}`;
const password = 'burung-hantu-terbang-7';

async function setPassword(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
}

test('a person without an account is sold a course by phone in 11 actions, and sets a password by the link', async ({
  page,
  open,
  api,
}) => {
  const email = newEmail();
  const name = unique('Zulaika Penelepon');
  const { items } = await (await api()).send('GET', '/admin/orders/saleable/?search=UI');
  const product: Json = items.find(({ productType }: Json) => productType === 'courses') ?? items[0];
  await open('/order/new', { role: 'customer-service' });
  const work = effort(page);
  const member = page.getByRole('combobox', { name: 'Member' });
  await work.click(member);
  await work.type(name);
  await expect(page.getByRole('option', { name: `Create member “${name}”` })).toBeVisible();
  await work.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New member' });
  await expect(dialog.getByLabel('Full name')).toHaveValue(name);
  await work.click(dialog.getByRole('textbox', { name: 'E-mail' }));
  await work.type(email);
  await work.press('Enter');
  await expect(toast(page, `${name} created; an invitation is sent to ${email}`)).toBeVisible();
  await expect(member).toHaveValue(name);
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused();
  await work.type(product.name);
  await work.click(page.getByRole('option', { name: product.name }).first());
  await work.click(page.getByRole('button', { name: /^Make the order/ }));
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}/);
  expect(work.clicks + work.keys + work.texts).toBeLessThanOrEqual(11);

  const link = await linkTo(email);
  await setPassword(page, link);
  await expect(page.getByText(`Sign in on the site of Coding Studio with ${email}`)).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('the phone of somebody else is a warning that names them, and their e-mail is chosen instead', async ({
  page,
  open,
  api,
}) => {
  const email = newEmail();
  const phoneNumber = `0813${String(Date.now()).slice(-8)}`;
  const name = unique('Kakak Pertama');
  const cs = await api('customer-service');
  const { userId } = await cs.send('POST', '/admin/user/', { name, email, phoneNumber });
  await open('/user', { role: 'customer-service' });
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New member' });
  await dialog.getByLabel('Full name').fill(unique('Adik Kedua'));
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(`+62 ${phoneNumber.slice(1)}`);
  await expect(dialog.getByText('This e-mail has an account')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(newEmail());
  await expect(dialog.getByText('Same phone as')).toBeVisible();
  await expect(dialog.getByRole('link', { name })).toHaveAttribute('href', `/user/${userId}`);
  await expectAccessible(page, '/user');
  await dialog.getByRole('button', { name: 'Create member' }).click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}/);
});

test('the buyer of a tracked order without an account becomes a member from its panel, as they were typed', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  await open('/order/tracking?queue=unpaid&pageSize=100', { role: 'customer-service' });
  const people = page.locator('tr[data-row] [data-label="Person"] a[href*="/user/of"]');
  await people.first().waitFor();
  const addresses = await people.evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('email') ?? ''),
  );
  let email = '';
  for (const address of new Set(addresses)) {
    const { totalItems } = await admin.send('GET', `/admin/user?search=${encodeURIComponent(address)}`);
    if (address && totalItems === 0) email = address;
    if (email) break;
  }
  await open(`/order/tracking?email=${encodeURIComponent(email)}`, { role: 'customer-service' });
  await page.locator('tr[data-row]').first().press('Enter');
  const panel = page.getByRole('complementary', { name: 'Peek at the order' });
  await panel.getByRole('button', { name: 'Create member' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New member' });
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  const name = await dialog.getByLabel('Full name').inputValue();
  await expectAccessible(page, '/order/tracking');
  await dialog.getByRole('button', { name: 'Create member' }).press('Enter');
  await expect(toast(page, `${name} created; an invitation is sent to ${email}`)).toBeVisible();
  await expect(panel.getByRole('link', { name, exact: true })).toBeVisible();
});

test('the phone of somebody else is a warning on the page of an account, too', async ({ page, open, api }) => {
  const cs = await api('customer-service');
  const phoneNumber = `0814${String(Date.now()).slice(-8)}`;
  const name = unique('Ibu Pemilik');
  const { userId } = await cs.send('POST', '/admin/user/', { name, email: newEmail(), phoneNumber });
  const child = await cs.send('POST', '/admin/user/', { name: unique('Anak Kandung'), email: newEmail() });
  await open(`/user/${child.userId}/account`);
  await page.getByRole('textbox', { name: 'Phone' }).fill(phoneNumber);
  await expect(page.getByText('Same phone as')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/user/${userId}`);
  await expectAccessible(page, '/user/$id/{-$tab}');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toast(page, 'Data berhasil diubah')).toBeVisible();
});

test('a person is corrected and deactivated, and reactivated by Undo', async ({ page, open, api }) => {
  const { userId } = await (
    await api()
  ).send('POST', '/admin/user/', { name: unique('Salah Tulis'), email: newEmail() });
  await open(`/user/${userId}/account`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('12');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Not a phone number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone' }).fill('0812 3456 7890');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toast(page, 'Data berhasil diubah')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('This account is deactivated')).toBeVisible();
  await expectAccessible(page, '/user/$id/{-$tab}');
  await toast(page, 'Account deactivated').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This account is deactivated')).toBeHidden();
});

test('customer service sends an invitation again and revokes it, and changes nothing else', async ({
  page,
  open,
  api,
}) => {
  const email = newEmail();
  const { userId } = await (await api()).send('POST', '/admin/user/', { name: unique('Belum Masuk'), email });
  const first = await linkTo(email);
  await open(`/user/${userId}/account`, { role: 'customer-service' });
  await expect(page.getByText('Has no password yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeHidden();
  await expect(page.getByLabel('Full name')).toBeHidden();
  await page.getByRole('button', { name: 'Send invitation again' }).click();
  const second = await linkTo(email, first);
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await expect(toast(page, 'The link no longer works')).toBeVisible();
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a forgotten password is set by the link of a mail, from the sign-in page', async ({ browser, baseURL, api }) => {
  const email = newEmail();
  const page = await browser.newPage({ baseURL: baseURL! });
  await (await api()).send('POST', '/admin/user/', { name: unique('Lupa Sandi'), email });
  const invitation = await linkTo(email);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expectAccessible(page, '/password/forgot');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  const link = await linkTo(email, invitation);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible();
  await expectAccessible(page, '/password/reset');
  await setPassword(page, link);
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.close();
});
