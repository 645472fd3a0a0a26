/** A signed-in page in one line, and the API as another person uses it. */
import {
  type APIRequestContext,
  type BrowserContext,
  type Page,
  type Route,
  test as base,
  request,
} from '@playwright/test';
import { demoPassword } from '#contract/demo.ts';
import type { Role, Tenant } from '#contract/kernel.ts';

const emails: Record<Role, string> = {
  superadmin: 'superadmin@demo.test',
  admin: 'admin@demo.test',
  instructor: 'instructor@demo.test',
  'customer-service': 'cs@demo.test',
  member: 'member@demo.test',
};

interface Session {
  accessToken: string;
  refreshToken: string;
  role: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it asked for
export type Json = any;

export interface Api {
  /** Sends JSON in the name of the role and answers the JSON of a success; anything else throws. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Json>;
}

/** Options of a project or of `test.use`. */
export interface Options {
  /** The test gets a browser context and sessions of its own; for tests that end or renew sessions. */
  isFresh: boolean;
}

interface Fixtures extends Options {
  /** Signs this page in (cookies and local storage, as the app keeps them) and opens an address. */
  open: (path: string, who?: { role?: Role; tenant?: Tenant; page?: Page }) => Promise<void>;
  /** The address of a tenant's admin. */
  originOf: (tenant: Tenant) => string;
  api: (role?: Role, tenant?: Tenant) => Promise<Api>;
}

/** Sessions of this worker by role, tenant and time: a sign-in costs a hash of the password. */
const sessions = new Map<string, Promise<Session>>();
/** A session is shared for less than an access token lives (15 minutes) and a sign-in is fresh (10). */
const sharedMs = 5 * 60_000;

let named = 0;
/** Every test that writes tells its records apart by this; pictures that are compared, by the order they are taken in. */
export const unique = (name: string): string =>
  `${name} ${process.env['SCREENS_FOLDER'] ? (named += 1) : crypto.randomUUID().slice(0, 8)}`;

async function signIn(context: APIRequestContext, role: Role, tenant: Tenant): Promise<Session> {
  const answer = await context.post('/api/auth/login/', {
    data: { email: emails[role], password: demoPassword },
    headers: { 'x-tenant': tenant },
  });
  if (!answer.ok()) throw new Error(`${role} of ${tenant} could not sign in: ${await answer.text()}`);
  return (await answer.json()) as Session;
}

function sharedSession(context: APIRequestContext, role: Role, tenant: Tenant): Promise<Session> {
  const key = `${role} ${tenant} ${Math.floor(Date.now() / sharedMs)}`;
  const session = sessions.get(key) ?? signIn(context, role, tenant);
  sessions.set(key, session);
  return session;
}

/** Takes cookies, storage, routes and permissions out of the context; its HTTP cache stays. */
export async function emptied(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.setStorageState({ cookies: [], origins: [] });
}

export const test = base.extend<Fixtures & { server: APIRequestContext }, { warmContext: BrowserContext }>({
  isFresh: [true, { option: true }],
  /** One context a worker: the app's code stays in its cache. */
  warmContext: [
    async ({ browser }, provide, { project }) => {
      const { locale, timezoneId, viewport, baseURL } = project.use;
      const context = await browser.newContext({ locale, timezoneId, viewport, baseURL });
      await provide(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ context: fresh, isFresh, warmContext }, provide) => {
    await provide(isFresh ? fresh : warmContext);
    if (isFresh) return;
    await Promise.all(warmContext.pages().map((page) => page.close()));
    await emptied(warmContext);
  },
  // Node does not know that *.localhost is this machine; the browser does.
  server: async ({ baseURL }, provide) => {
    const context = await request.newContext({ baseURL: `http://127.0.0.1:${new URL(baseURL ?? '').port}` });
    await provide(context);
    await context.dispose();
  },
  originOf: async ({ baseURL }, provide) => {
    await provide((tenant) => (baseURL ?? '').replace('coding', tenant));
  },
  open: async ({ page: own, server, originOf, isFresh }, provide) => {
    await provide(async (path, { role = 'admin', tenant = 'coding', page = own } = {}) => {
      const session = await (isFresh ? signIn : sharedSession)(server, role, tenant);
      const url = originOf(tenant);
      await page.context().addCookies([
        { name: 'accessToken', value: session.accessToken, url },
        { name: 'role', value: session.role, url },
      ]);
      await page.goto(`${url}/api/health`);
      const { sub } = JSON.parse(Buffer.from(session.accessToken.split('.')[1]!, 'base64url').toString());
      await page.evaluate(
        ([token, user]) => {
          localStorage.setItem('refreshToken', token!);
          localStorage.setItem('user', user!);
        },
        [session.refreshToken, String(sub)],
      );
      await page.goto(`${url}${path}`);
    });
  },
  api: async ({ server }, provide) => {
    await provide(async (role = 'admin', tenant = 'coding') => {
      const session = await sharedSession(server, role, tenant);
      return {
        send: async (method, path, body, headers = {}) => {
          const answer = await server.fetch(`/api${path}`, {
            method,
            ...(body && { data: body }),
            headers: { authorization: `Bearer ${session.accessToken}`, 'x-tenant': tenant, ...headers },
          });
          if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
          return answer.json();
        },
      };
    });
  },
});

/** The server does it, and its answer is lost; readings pass. */
export async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback();
  // What the browser resolves by itself, Node does not.
  await route.fetch({ url: route.request().url().replace('coding.localhost', '127.0.0.1') });
  await route.abort('connectionreset');
}

export { expect } from '@playwright/test';
