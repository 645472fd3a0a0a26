/** Tests work on products: created with a price, published, found, deleted. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

test('a product is created, published, no longer listed as draft, and deleted', async ({ page, open, api }) => {
  const admin = await api();
  const name = unique('E-book Karier');
  await open('/product');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Price')).toBeFocused();
  await dialog.getByLabel('Price').fill('79000');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Product created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const productId = page.url().split('/').pop()!;
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(toast(page, 'Product updated successfully')).toBeVisible();
  await expectAccessible(page, '/product/$id');
  expect(await admin.send('GET', `/admin/product/${productId}/`)).toMatchObject({ price: 79_000, isPublished: true });

  await page.goto(`/product?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name })).toContainText('Rp79.000');
  await expectAccessible(page, '/product');
  await page.getByRole('combobox', { name: 'Publication' }).selectOption('Draft');
  await expect(page.getByText(/^No matches|^Nothing/).first()).toBeVisible();
  await page.goto(`/product/${productId}`);
  await pressInHeadMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 product' }).click();
  await expect(toast(page, 'Product deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/product$/);
});
