/** Chromium, signed in as an admin of the tenant. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { connect, tokenOf } from './server.ts';

export async function signedIn(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: 'accessToken', value: token, url },
    { name: 'role', value: 'admin', url },
  ]);
  return context;
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });

/** One measurement on a page of the admin of a tenant. */
export async function inBrowser(url: string, measure: (page: Page) => Promise<void>): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding').finally(() => client.end());
  const browser = await launch();
  try {
    await measure(await (await signedIn(browser, url, token)).newPage());
  } finally {
    await browser.close();
  }
}
