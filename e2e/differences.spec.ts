/** Tests the queue of differences: three are mended by keyboard one after another, undone, and explained together. */
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, type Json, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

/** Cancelled orders of a new member that hold a part of their money; returns the member's name. */
async function heldInVain(admin: Api, count: number): Promise<string> {
  const name = unique('Selisih');
  const email = `${name.toLowerCase().replaceAll(/\W/g, '')}@sample.test`;
  const { userId } = await admin.send('POST', '/admin/user/', { name, email });
  const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Karier');
  const { productId } = items.find(({ productType }: Json) => productType === 'products');
  const basket = { userId, items: [{ productType: 'products', productId }] };
  for (let n = 0; n < count; n += 1) {
    const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', basket);
    const { orderId } = await admin.send('POST', '/admin/orders/', { ...basket, payableDays: 1, totalAmount });
    await admin.send('POST', `/admin/orders/${orderId}/payments/`, {
      amount: 1000 + n,
      method: 'Tunai',
      note: 'Paid at the desk',
    });
    await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'cancelled' });
  }
  return name;
}

test('three differences are mended by five keys, one is undone, and the rest is explained', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = await heldInVain(admin, 3);
  await open(`/payment/differences?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Money without order');
  await expectAccessible(page, '/payment/differences');

  const work = effort(page);
  await work.press('ArrowDown');
  await work.press(' ');
  const panel = page.getByRole('complementary', { name: 'Peek at the difference' });
  await expect(panel.getByRole('list', { name: 'Here', exact: true })).toContainText('The order holds');
  for (const left of [2, 1, 0]) {
    await expect(panel.getByRole('button', { name: 'Done, next' })).toBeVisible();
    await work.press('Control+Enter');
    await expect(rows).toHaveCount(left);
  }
  expect(work.keys).toBe(5);

  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Explain' }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveAccessibleDescription(/./);
  await page.keyboard.type('Returned in cash');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Explained: 1')).toBeVisible();
  await expect(rows).toHaveCount(0);
});
