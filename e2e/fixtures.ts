/** Fixtures: sign-in in one line, and the API as another user. */
import { setTimeout } from 'node:timers/promises';
import {
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Route,
  test as base,
  expect,
  request,
} from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';

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

// oxlint-disable-next-line typescript/no-explicit-any -- the test knows the type of its request's reply
export type Json = any;

export interface Api {
  /** Sends JSON as the role and returns the JSON of a success; throws otherwise. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Json>;
}

/** Options of a project or of `test.use`. */
export interface Options {
  /**
   * Gives the test its own browser context, and each `open` its own session; `api` shares the worker's sessions. On by
   * default; off in the project `gate`, except for tests that end or renew sessions.
   */
  isFresh: boolean;
}

interface Fixtures extends Options {
  /** Signs the page in (cookies and local storage, as the app stores them) and opens a path. */
  open: (path: string, who?: { role?: Role; tenant?: Tenant; page?: Page }) => Promise<void>;
  /** Origin of a tenant's admin app. */
  originOf: (tenant: Tenant) => string;
  api: (role?: Role, tenant?: Tenant) => Promise<Api>;
}

/** Sessions of this worker by role, tenant and time; shared because a sign-in hashes the password. */
const sessions = new Map<string, Promise<Session>>();
/** Shorter than the lifetime of an access token (15 minutes) and of a recent sign-in (10). */
const sharedMs = 5 * 60_000;

let counter = 0;
/** Makes the names of a test's records unique. For screenshots that are compared, a counter keeps them the same. */
export const unique = (name: string): string =>
  `${name} ${process.env['SCREENS_FOLDER'] ? (counter += 1) : crypto.randomUUID().slice(0, 8)}`;
/** Matches a name made by {@link unique}. */
export const ofTest = / [0-9a-f]{8}/;

async function signIn(context: APIRequestContext, role: Role, tenant: Tenant, tries = 90): Promise<Session> {
  const answer = await context.post('/api/auth/login/', {
    data: { email: emails[role], password: demoPassword },
    headers: { 'x-tenant': tenant },
  });
  // The tests of second factors give this account one for a moment.
  if (answer.status() === 401 && (await answer.text()).includes('second-factor') && tries > 0) {
    await setTimeout(1000);
    return signIn(context, role, tenant, tries - 1);
  }
  if (!answer.ok()) throw new Error(`${role} of ${tenant} could not sign in: ${await answer.text()}`);
  return (await answer.json()) as Session;
}

/** Session of the worker; a new one if a test has ended it, as those of second factors do. */
async function sharedSession(context: APIRequestContext, role: Role, tenant: Tenant): Promise<Session> {
  const key = `${role} ${tenant} ${Math.floor(Date.now() / sharedMs)}`;
  const kept = await sessions.get(key);
  if (kept) {
    const headers = { authorization: `Bearer ${kept.accessToken}`, 'x-tenant': tenant };
    const answer = await context.get('/api/member/profile/', { headers });
    if (answer.status() !== 401) return kept;
  }
  const session = signIn(context, role, tenant);
  sessions.set(key, session);
  return session;
}

/** Clears cookies, storage, routes and permissions of a context, but keeps its HTTP cache. */
async function resetContext(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.setStorageState({ cookies: [], origins: [] });
}

export const test = base.extend<Fixtures & { server: APIRequestContext }, { warmContext: BrowserContext }>({
  isFresh: [true, { option: true }],
  /** One context per worker, so that the app's code stays cached. */
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
    const context = isFresh ? fresh : warmContext;
    const blocked: string[] = [];
    const listen = (message: ConsoleMessage) => {
      if (/Content Security Policy/i.test(message.text())) blocked.push(message.text());
    };
    context.on('console', listen);
    await provide(context);
    context.off('console', listen);
    expect(blocked, 'blocked by the content security policy').toEqual([]);
    if (isFresh) return;
    await Promise.all(warmContext.pages().map((page) => page.close()));
    await resetContext(warmContext);
  },
  // The browser resolves *.localhost to this machine, Node does not.
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

/** Lets the server handle a change and loses the response; reads pass. */
export async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback();
  // Node does not resolve the browser's host names.
  await route.fetch({ url: route.request().url().replace('coding.localhost', '127.0.0.1') });
  await route.abort('connectionreset');
}

export { expect };
