/** Tests the content security policy of the page; fixtures.ts fails every test in which it blocked something. */
import { expect, test } from './fixtures.ts';

test('styles need the nonce of the page, which differs each time, and no device may be used', async ({
  page,
  originOf,
}) => {
  const nonces: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const headers = (await page.goto(originOf('coding')))?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w+/=]{20,})';/.exec(policy) ?? [];
    expect(policy).not.toContain('unsafe-inline');
    nonces.push(nonce);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    const style = page.locator('style[data-mantine-styles]').first();
    expect(await style.evaluate((element: HTMLElement) => element.nonce)).toBe(nonce);
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers['permissions-policy']).toContain('fullscreen=(self)');
  }
  expect(new Set(nonces).size).toBe(2);
});
