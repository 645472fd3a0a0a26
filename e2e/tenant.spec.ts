/** Tests the brands: each host shows its own, and a session is valid for one only. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { expect, test } from './fixtures.ts';

test.use({ isFresh: true });

const brands: [Tenant, string][] = [
  ['coding', 'Coding Studio'],
  ['cyber', 'Cyber Studio'],
  ['data', 'Data Studio'],
];

for (const [tenant, brand] of brands) {
  test(
    `the host of ${tenant} has its brand, icon, accent and users`,
    { tag: '@system' },
    async ({ page, open, originOf, api }) => {
      await page.goto(originOf(tenant));
      await expect(page).toHaveTitle(`Admin | ${brand}`);
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', `/favicon-${tenant}.svg`);
      const favicon = await page.evaluate(async (url) => {
        const { ok, headers } = await fetch(url);
        return [ok, headers.get('content-type')];
      }, `/favicon-${tenant}.svg`);
      expect(favicon).toEqual([true, 'image/svg+xml']);
      await open('/user?sort=joined', { tenant });
      const { users } = await (await api('admin', tenant)).send('GET', '/admin/user?sort=joined');
      for (const user of users) await expect(page.getByText(user.email, { exact: true })).toBeVisible();
    },
  );
}

test('each brand has its own accent colour', async ({ page, originOf }) => {
  const accents = new Set<string>();
  for (const [tenant] of brands) {
    await page.goto(originOf(tenant));
    accents.add(
      await page
        .getByRole('button', { name: 'Sign in', exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    );
  }
  expect(accents.size).toBe(3);
});

test('an unknown host is the coding brand', { tag: '@system' }, async ({ page, originOf }) => {
  await page.goto(originOf('coding').replace('coding.localhost', 'localhost'));
  await expect(page).toHaveTitle('Admin | Coding Studio');
});

test('a session of one brand is not valid on another brand’s host', async ({ page, context, open, originOf, api }) => {
  const coding = await api();
  await expect(coding.send('GET', '/admin/user', undefined, { 'x-tenant': 'cyber' })).rejects.toThrow(': 403');
  await open('/user');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken') ?? '');
  const cookies = await context.cookies(originOf('coding'));
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['accessToken', 'role']);
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: originOf('cyber') })));
  await page.goto(`${originOf('cyber')}/api/health`);
  await page.evaluate((token) => localStorage.setItem('refreshToken', token), refreshToken);
  const shown: string[] = [];
  page.on('response', (response) => {
    if (response.ok() && response.url().includes('/api/admin/')) shown.push(response.url());
  });
  await page.goto(`${originOf('cyber')}/user`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(shown).toEqual([]);
  expect((await context.cookies(originOf('cyber'))).filter(({ value }) => value)).toEqual([]);
});
