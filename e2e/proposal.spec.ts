/** Browser test of a proposal of an agent: its effects, signing, and the undo. */
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('a proposal whose records have changed shows its effects anew, is signed, and is undone', async ({
  page,
  open,
}) => {
  await open('/batch', { role: 'admin' });
  await page.getByRole('link', { name: /^Proposals/ }).press('Enter');
  await page.getByRole('row', { name: /Open/ }).getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Set the status to Dibatalkan' })).toBeVisible();
  await expect(page.getByLabel('Call', { exact: true })).toContainText('propose_start_order_status_batch');
  const effects = page.getByRole('table', { name: 'Effects' });
  await expect(effects).toContainText('Status: Belum Dibayar → Dibatalkan');
  const sign = async () => {
    await page.getByRole('button', { name: 'Sign…' }).press('Enter');
    await page.getByRole('button', { name: /^Make / }).press('Enter');
  };
  // The demo wrote its effects without a trial. Those that are signed next are read after the refusal.
  const readAnew = page.waitForResponse(
    (response) =>
      /\/proposal\/[^/]+\/?$/.test(new URL(response.url()).pathname) && response.request().method() === 'GET',
  );
  await sign();
  await expect(page.getByText('The records have changed since')).toBeVisible();
  await readAnew;
  await expect(effects).toContainText('Status');
  await sign();
  await expect(page.getByText(/^Signed by/)).toBeVisible();
  await page.getByRole('link', { name: 'Results and undo' }).press('Enter');
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Undo \d+ orders?$/ }).press('Enter');
  await expect(page.getByLabel('State', { exact: true })).toContainText('Undone');
});
