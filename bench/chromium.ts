/** Chromium, signed in as an admin of the tenant. */
import { type Browser, type BrowserContext, chromium } from '@playwright/test';

export const cookiesOf = (token: string) => [
  { name: 'accessToken', value: token },
  { name: 'role', value: 'admin' },
];

export async function signedIn(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookiesOf(token).map((one) => ({ ...one, url })));
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
