/** Tests webhooks in the browser, with a real receiver. */
import { Webhook } from 'standardwebhooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

/** Receiver that verifies by the secret of the last test; returns its address and what it took. */
async function openReceiver() {
  const taken: { type: string }[] = [];
  const receiver = { url: '', secret: '', taken, close: () => server.close() };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const event = new Webhook(receiver.secret).verify(Buffer.concat(parts), headers) as { type: string };
      taken.push(event);
      response.end('Terima kasih');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

test('a webhook is created, tested, changed and deleted', async ({ page, open, api }) => {
  const receiver = await openReceiver();
  await open('/integration/webhooks', { role: 'superadmin', tenant: 'cyber' });
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Choose at least one')).toBeVisible();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Member created').check();
  await page.keyboard.press('Enter');
  const secret = dialog.getByText(/^whsec_/);
  await expect(secret).toBeVisible();
  receiver.secret = await secret.innerText();
  // Pressed once too often: the secret is not lost.
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'I have copied it' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: new URL(receiver.url).host })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(toast(page, 'Test event is being sent')).toBeVisible();
  await expect.poll(() => receiver.taken.map(({ type }) => type)).toEqual(['webhook.test']);
  const admin = await api('admin', 'cyber');
  await admin.send('POST', '/admin/user/', { name: 'Anggota baru', email: `webhook${Date.now()}@sample.test` });
  const row = page.getByRole('row', { name: /Member created.*Delivered/ });
  await expect(row).toBeVisible();
  await row.click();
  await expect(page.getByText('Terima kasih')).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect.poll(() => receiver.taken.length).toBe(3);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Order paid').check();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Webhook saved')).toBeVisible();
  await expect(page.getByText(/: Member created, Order paid$/)).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete this webhook' }).click();
  await expect(toast(page, 'Webhook deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/integration\/webhooks$/);
  receiver.close();
});

test('a disabled webhook says why, and what to do', async ({ page, open }) => {
  await open('/integration/webhooks', { role: 'superadmin', tenant: 'data' });
  await page.getByRole('row', { name: /Disabled/ }).click();
  // Not a toast.
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Nothing was delivered for a day');
  // Orders of other tests wait too.
  await expect(alert).toContainText(/\d\d events wait/);
  await page.locator('tr[data-row]').first().click();
  const peek = page.getByRole('complementary', { name: 'Peek at the delivery' });
  await expect(peek.getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true');
  await expect(peek.getByText('Next attempt')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enable', exact: true }).press('Enter');
  await expect(toast(page, 'What waits is being sent')).toBeVisible();
  // The demo's webhooks have no secret.
  await expect(alert).toContainText('The secret cannot be read; create a new one');
});
