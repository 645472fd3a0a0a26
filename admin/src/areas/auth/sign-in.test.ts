/** Tests what a sign-in stores in the browser, and which users the page refuses. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, fakeServer, tokenOf } from '#kit/testing/fake-browser.ts';
import type * as SignIn from './sign-in.ts';

const credentials = { body: { email: 'ratna@contoh.test', password: 'x' } };
const reply = (role: string) => ({
  json: { message: 'Signed in', status: 200, accessToken: tokenOf('ratna'), refreshToken: 'refresh-1', role },
});

let browser: ReturnType<typeof fakeBrowser>;
let signIn: typeof SignIn.signIn;

beforeEach(async () => {
  browser = fakeBrowser();
  ({ signIn } = await import('./sign-in.ts'));
});
afterEach(() => vi.unstubAllGlobals());

test('signing in keeps the tokens and the role where the spec says', async () => {
  fakeServer(() => reply('customer-service'));
  await signIn(credentials);
  expect(Object.fromEntries(browser.document.cookies)).toEqual({
    accessToken: encodeURIComponent(tokenOf('ratna')),
    role: 'customer-service',
  });
  expect(browser.localStorage.getItem('refreshToken')).toBe('refresh-1');
});

test.each(['member', ''])(
  'the role "%s" is Unauthorized, keeps nothing, and the session that was opened is ended',
  async (role) => {
    const sent = fakeServer(() => reply(role));
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 500, message: 'Unauthorized' });
    expect(browser.document.cookies.size).toBe(0);
    expect(browser.localStorage.getItem('refreshToken')).toBeNull();
    expect(sent.at(-1)).toMatchObject({ url: '/api/auth/logout/', body: { refresh: 'refresh-1' } });
  },
);

test("a refusal shows the server's message and sets the status 500", async () => {
  fakeServer(() => ({
    status: 401,
    json: { message: 'The e-mail or the password is not right', status: 401, requestId: 'r' },
  }));
  await expect(signIn(credentials)).rejects.toMatchObject({
    status: 500,
    message: 'The e-mail or the password is not right',
  });
});
