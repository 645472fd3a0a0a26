/** Chromium signed in as an admin of the tenant. */
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { decodeJwt } from 'jose';
import { findBrowser } from '../scripts/lib/browser.mjs';

export const cookiesOf = (token: string) => [
  { name: 'accessToken', value: token },
  { name: 'role', value: 'admin' },
];

export async function signedIn(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookiesOf(token).map((one) => ({ ...one, url })));
  // The app's own sign-in stores it, too; without it, the app reads the cookie again and again.
  const { sub } = decodeJwt(token);
  await context.addInitScript((id) => localStorage.setItem('user', id), sub);
  return context;
}

export const launch = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
