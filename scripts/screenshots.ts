/** `npm run screenshots`: the pictures of the README, taken from the demo in a real browser. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { demoPassword } from '#contract/demo.ts';

const folder = join(import.meta.dirname, '../docs/screenshots');
const port = 4899;

/** Name, brand, address, and what to do before the picture is taken. */
const pictures: {
  name: string;
  tenant: string;
  path: string;
  dark?: boolean;
  before?: (page: Page) => Promise<unknown>;
}[] = [
  { name: 'order-tracking', tenant: 'coding', path: '/order/tracking?pageSize=20' },
  {
    name: 'course',
    tenant: 'data',
    path: '/course/fast-track',
    before: (page) => page.locator('[data-row-link]').first().click(),
  },
  {
    name: 'discount-dark',
    tenant: 'cyber',
    path: '/discount',
    dark: true,
    before: (page) => page.locator('[data-row-link]').first().click(),
  },
];

process.env['PORT'] = String(port);
await import('../e2e/serve.ts');
for (
  let tries = 0;
  !(await fetch(`http://127.0.0.1:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  ));
  tries++
) {
  if (tries > 300) throw new Error('The server did not start');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const { name, tenant, path, dark, before } of pictures) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://${tenant}.localhost:${port}/`);
  await page.getByLabel('E-mail').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  await page.goto(`http://${tenant}.localhost:${port}${path}`);
  await page.locator('tr[data-row]').first().waitFor();
  await before?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
await browser.close();
process.kill(process.pid, 'SIGINT');
