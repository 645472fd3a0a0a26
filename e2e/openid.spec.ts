/** Tests signing in with an OpenID provider in a browser, with oidc-provider as the other side. */
import { type Claims, openIdProvider } from '../server/src/areas/auth/testing/openid-provider.ts';
import { expect, test } from './fixtures.ts';
import { openIdPort } from './ports.ts';

test.use({ isFresh: true });

let provider: Awaited<ReturnType<typeof openIdProvider>> | undefined;
test.afterEach(async () => {
  await provider?.close();
});

/** @param claims of the person who is signed in at the provider */
async function start(origin: string, claims: Claims): Promise<void> {
  provider = await openIdProvider([`${origin}/`], openIdPort);
  provider.signIn(claims);
}

test('staff signs in at the provider by keyboard; an unknown person is refused with the reason', async ({
  page,
  originOf,
}) => {
  const origin = originOf('data');
  await start(origin, { sub: '1', email: 'INSTRUCTOR@demo.test', email_verified: true });
  await page.goto(`${origin}/course/flexy`);
  const button = page.getByRole('button', { name: 'Sign in with Studio ID' });
  await button.focus();
  await page.keyboard.press('Enter');
  // Where the person wanted to go, without a trace of the provider's answer.
  await expect(page).toHaveURL(`${origin}/course/flexy`);
  await expect(page.getByRole('heading', { name: 'Flexy courses' })).toBeVisible();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  await page.context().clearCookies();
  provider?.signIn({ sub: '2', email: 'stranger@demo.test', email_verified: true });
  await button.click();
  await expect(page.getByText('No account of staff has the e-mail stranger@demo.test')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
});

test('a provider that cannot be reached leaves the password', async ({ page, originOf }) => {
  await page.goto(originOf('cyber'));
  await page.getByRole('button', { name: 'Sign in with Studio ID' }).click();
  await expect(page.getByText('Studio ID cannot be reached; please try again, or use your password')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeEditable();
});
