/** Tests which request a call sends, how it handles each response, and how the session is renewed, ends and begins. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/kernel/endpoint.ts';
import type * as Caller from './call.ts';
import type * as Session from './session.ts';
import type * as StepUp from './step-up.ts';
import { fakeBrowser, fakeServer, tokenOf, type SentRequest } from '../testing/fake-browser.ts';

const staff = { area: 'discount', roles: 'staff', reply: z.object({ name: z.string() }) } as const;
const read = endpoint({
  ...staff,
  method: 'GET',
  url: '/thing/:id/',
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.string().optional(), page: z.int().optional() }),
});
const change = endpoint({ ...staff, method: 'PUT', url: '/thing', body: z.object({ name: z.string() }) });

const [stale, fresh] = [tokenOf('ratna', 1), tokenOf('ratna', 2)];
const isRefresh = ({ url }: SentRequest) => url === '/api/auth/refresh/';
const bearerOf = ({ headers }: SentRequest) => headers.get('authorization');

/** Server that accepts only the fresh token and returns it for the refresh token. */
const knowsFresh = (sent: SentRequest) => {
  if (isRefresh(sent)) return { json: { access: fresh, refresh: 'refresh-2' } };
  return bearerOf(sent) === `Bearer ${fresh}`
    ? { json: { name: 'Ramadan' } }
    : { status: 401, json: { message: 'Please sign in', status: 401, requestId: 'r' } };
};

let browser: ReturnType<typeof fakeBrowser>;
let kit: typeof Caller & typeof Session;

beforeEach(async () => {
  browser = fakeBrowser();
  kit = { ...(await import('./call.ts')), ...(await import('./session.ts')) };
  kit.beginSession({ access: stale, refresh: 'refresh-1' }, 'admin');
});
afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  test("goes to the contract's address with credentials, tenant, bearer and defined query values", async () => {
    const [sent] = await answered(() => kit.call(read, { params: { id: 'a/b' }, query: { search: '', page: 2 } }));
    expect(sent?.url).toBe('/api/thing/a%2Fb/?page=2');
    expect(sent?.headers.get('x-tenant')).toBe('cyber');
    expect(sent?.credentials).toBe('include');
    expect(bearerOf(sent as SentRequest)).toBe(`Bearer ${stale}`);
  });

  test('carries its body as JSON, the version it changes and its idempotency key', async () => {
    const [sent] = await answered(() => kit.call(change, { body: { name: 'x' } }, { ifMatch: 7, idempotencyKey: 'k' }));
    expect(sent?.body).toEqual({ name: 'x' });
    expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'if-match': '"7"',
      'idempotency-key': 'k',
    });
  });

  test.each([200, 201, 204])('succeeds with status %i', async (status) => {
    fakeServer(() => ({ status, json: { name: 'x' } }));
    expect(await kit.call(change, { body: { name: 'x' } })).toEqual(status === 204 ? undefined : { name: 'x' });
  });

  test('succeeds with the status that the endpoint names', async () => {
    fakeServer(() => ({ status: 202, json: { name: 'x' } }));
    expect(await kit.call({ ...change, success: 202 }, { body: { name: 'x' } })).toEqual({ name: 'x' });
  });

  test.each([202, 206, 302])('fails with status %i', async (status) => {
    fakeServer(() => ({ status, json: { message: 'Elsewhere', status, requestId: 'r' } }));
    await expect(kit.call(change, { body: { name: 'x' } })).rejects.toMatchObject({ status });
  });

  test("that is refused throws the server's message, field errors and conflict", async () => {
    const conflict = { by: 'Bagus', at: '2026-11-20T01:00:00Z', version: 8 };
    fakeServer(() => ({
      status: 412,
      json: {
        message: 'Somebody else saved first',
        status: 412,
        conflict,
        errors: [{ path: 'name', message: 'Too short' }],
        requestId: 'r',
      },
    }));
    await expect(kit.call(change, { body: { name: 'x' } })).rejects.toMatchObject({
      status: 412,
      message: 'Somebody else saved first',
      conflict,
      errors: [{ path: 'name' }],
    });
  });

  test('reports the status when the response is not in the contract’s error shape', async () => {
    fakeServer(() => ({ status: 502, text: '<html>Bad gateway</html>' }));
    await expect(kit.call(change, { body: { name: 'x' } })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('502') as string,
    });
  });

  test('has status 0 without a response, and a change says that its outcome is unknown', async () => {
    fakeServer(() => 'lost');
    await expect(kit.call(change, { body: { name: 'x' } })).rejects.toMatchObject({
      status: 0,
      message: 'The server does not answer. It is not known whether this was saved; try again in a moment.',
    });
    await expect(kit.call(read, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
      status: 0,
      message: 'The server does not answer. Try again in a moment.',
    });
  });
});

describe('an expired token', () => {
  test('is renewed once and the call is retried with the new one', async () => {
    const sent = fakeServer(knowsFresh);
    expect(await kit.call(read, { params: { id: '1' } })).toEqual({ name: 'Ramadan' });
    expect(sent.map(({ url }) => url)).toEqual(['/api/thing/1/', '/api/auth/refresh/', '/api/thing/1/']);
    expect(sent[1]?.body).toEqual({ refresh: 'refresh-1' });
    expect([kit.accessToken(), kit.refreshToken()]).toEqual([fresh, 'refresh-2']);
  });

  test('is renewed once for concurrent calls', async () => {
    const sent = fakeServer(knowsFresh);
    await Promise.all(['1', '2', '3'].map((id) => kit.call(read, { params: { id } })));
    expect(sent.filter(isRefresh)).toHaveLength(1);
  });

  test('is not renewed when another tab has just renewed it', async () => {
    const sent = fakeServer((request) => {
      if (bearerOf(request) === `Bearer ${stale}`) kit.storeTokens({ access: fresh, refresh: 'refresh-2' });
      return knowsFresh(request);
    });
    await kit.call(read, { params: { id: '1' } });
    expect(sent.filter(isRefresh)).toHaveLength(0);
  });

  test('whose cookie is already gone is renewed before the call', async () => {
    browser.document.cookies.delete('accessToken');
    const sent = fakeServer(knowsFresh);
    await kit.call(read, { params: { id: '1' } });
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/refresh/', '/api/thing/1/']);
  });

  test('that cannot be renewed ends the session', async () => {
    fakeServer(() => ({ status: 401, json: { message: 'no', status: 401, requestId: 'r' } }));
    const ended = vi.fn();
    kit.onSessionEnd(ended);
    await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledWith('expired');
    expect([kit.isSignedIn(), kit.role(), kit.refreshToken()]).toEqual([false, undefined, undefined]);
  });

  test('that is refused after its renewal ends the session instead of retrying forever', async () => {
    const sent = fakeServer((request) =>
      isRefresh(request)
        ? { json: { access: fresh, refresh: 'refresh-2' } }
        : { status: 401, json: { message: 'no', status: 401, requestId: 'r' } },
    );
    await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(3);
    expect(kit.isSignedIn()).toBe(false);
  });

  test('whose renewal finishes after the person signed out is not stored', async () => {
    fakeServer((request) => {
      if (isRefresh(request)) kit.endSession('asked');
      return knowsFresh(request);
    });
    await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
    expect([kit.isSignedIn(), kit.accessToken(), kit.refreshToken()]).toEqual([false, undefined, undefined]);
  });

  test.each([200, 401])('whose renewal returns %i after another sign-in leaves that session alone', async (status) => {
    const ended = vi.fn();
    kit.onSessionEnd(ended);
    fakeServer((request) => {
      if (!isRefresh(request)) return knowsFresh(request);
      kit.beginSession({ access: fresh, refresh: 'refresh-of-another' }, 'admin');
      return { status, json: { access: stale, refresh: 'refresh-2', message: 'no', status } };
    });
    expect(await kit.call(read, { params: { id: '1' } })).toEqual({ name: 'Ramadan' });
    expect([kit.accessToken(), kit.refreshToken(), ended.mock.calls]).toEqual([fresh, 'refresh-of-another', []]);
  });

  test('keeps the session when the connection is lost during the renewal', async () => {
    fakeServer((request) =>
      isRefresh(request) ? 'lost' : { status: 401, json: { message: 'no', status: 401, requestId: 'r' } },
    );
    await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 0 });
    expect(kit.refreshToken()).toBe('refresh-1');
  });
});

test('a call made after the person signed out fails, and the session does not end again', async () => {
  kit.endSession('asked');
  const ended = vi.fn();
  kit.onSessionEnd(ended);
  const sent = fakeServer(knowsFresh);
  await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
  expect([sent, ended.mock.calls]).toEqual([[], []]);
});

test('a call made after the session expired waits for the same person to sign in and is sent again', async () => {
  const { signInQuestion } = await import('./sign-in-again.ts');
  signInQuestion.subscribe(() => undefined);
  browser.document.cookies.delete('accessToken');
  const sent = fakeServer((request) =>
    isRefresh(request) ? { status: 401, json: { message: 'no', status: 401 } } : knowsFresh(request),
  );
  const answer = kit.call(change, { body: { name: 'x' } }, { idempotencyKey: 'k' });
  await expect.poll(() => signInQuestion.isPending()).toBe(true);
  kit.beginSession({ access: fresh, refresh: 'refresh-2' }, 'admin');
  signInQuestion.answer(true);
  expect(await answer).toEqual({ name: 'Ramadan' });
  expect(sent.map(({ url, headers }) => [url, headers.get('idempotency-key')])).toEqual([
    ['/api/auth/refresh/', null],
    ['/api/thing', 'k'],
  ]);
});

describe('a call that requires step-up', () => {
  const again = { status: 403, json: { message: 'Again', status: 403, reason: 'step-up', requestId: 'r' } };
  /** Refused until the password is entered. */
  const untilGiven = () => {
    let isGiven = false;
    return {
      give: () => {
        isGiven = true;
        stepUp.acceptPassword();
      },
      sent: fakeServer(() => (isGiven ? { json: { name: 'Ramadan' } } : again)),
    };
  };
  let stepUp: typeof StepUp;
  beforeEach(async () => {
    stepUp = await import('./step-up.ts');
  });
  const questionShown = () => expect.poll(() => stepUp.passwordQuestion.isPending()).toBe(true);

  test('waits for the password and is sent again with the same body and idempotency key', async () => {
    stepUp.passwordQuestion.subscribe(() => undefined);
    const { give, sent } = untilGiven();
    const answer = kit.call(change, { body: { name: 'x' } }, { idempotencyKey: 'k', ifMatch: 3 });
    await questionShown();
    give();
    expect(await answer).toEqual({ name: 'Ramadan' });
    expect(sent.map(({ body, headers }) => [body, headers.get('idempotency-key'), headers.get('if-match')])).toEqual(
      Array(2).fill([{ name: 'x' }, 'k', '"3"']),
    );
  });

  test('fails with the refusal when the dialog is cancelled, and the session continues', async () => {
    stepUp.passwordQuestion.subscribe(() => undefined);
    untilGiven();
    const answer = kit.call(change, { body: { name: 'x' } });
    await questionShown();
    stepUp.refusePassword();
    await expect(answer).rejects.toMatchObject({ status: 403, reason: 'step-up' });
    expect(kit.isSignedIn()).toBe(true);
  });

  test('asks once for all waiting calls, and accepts the answer of another tab', async () => {
    stepUp.passwordQuestion.subscribe(() => undefined);
    let isGiven = false;
    fakeServer(() => (isGiven ? { json: { name: 'Ramadan' } } : again));
    const answers = Promise.all(['1', '2'].map((id) => kit.call(read, { params: { id } })));
    await questionShown();
    isGiven = true;
    browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'password-given', newValue: '1' }));
    expect(await answers).toHaveLength(2);
    expect(stepUp.passwordQuestion.isPending()).toBe(false);
  });

  test('fails at once when no dialog is mounted, and when the session ends', async () => {
    untilGiven();
    await expect(kit.call(read, { params: { id: '1' } })).rejects.toMatchObject({ status: 403 });
    stepUp.passwordQuestion.subscribe(() => undefined);
    const answer = kit.call(read, { params: { id: '1' } });
    await questionShown();
    kit.endSession('elsewhere');
    await expect(answer).rejects.toMatchObject({ status: 403 });
  });
});

describe('the session', () => {
  const stored = (key: string, oldValue: string | null, newValue: string | null) =>
    browser.window.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }));

  test.each([
    ['signs out', 'elsewhere'],
    ['finds that it ran out', 'expired'],
  ])('ends here when another tab %s', (_, reason) => {
    const ended = vi.fn();
    kit.onSessionEnd(ended);
    if (reason === 'elsewhere') browser.localStorage.removeItem('user');
    browser.document.cookies.clear();
    stored('refreshToken', 'refresh-1', null);
    expect(ended).toHaveBeenCalledWith(reason);
  });

  test('begins here when another tab signs in, and not when another tab renews it', () => {
    const began = vi.fn();
    kit.onSessionBegin(began);
    stored('refreshToken', 'refresh-1', 'refresh-2');
    expect(began).not.toHaveBeenCalled();
    stored('refreshToken', null, 'refresh-1');
    expect(began).toHaveBeenCalledOnce();
  });

  test('does not exist without the role cookie', () => {
    browser.document.cookies.delete('role');
    expect(kit.isSignedIn()).toBe(false);
  });

  test.each([
    ['call', () => kit.call(read, { params: { id: '1' } })],
    ['upload', () => kit.freshToken(undefined, stale)],
  ])('ends here and on the server at the next %s when the role cookie is gone', async (_, send) => {
    const ended = vi.fn();
    kit.onSessionEnd(ended);
    browser.document.cookies.delete('role');
    const sent = fakeServer(knowsFresh);
    await expect(send()).rejects.toMatchObject({ status: 401 });
    expect([kit.accessToken(), kit.refreshToken()]).toEqual([undefined, undefined]);
    expect(ended.mock.calls).toEqual([['expired']]);
    await expect
      .poll(() => sent.map(({ url, body }) => [url, body]))
      .toEqual([['/api/auth/logout/', { refresh: 'refresh-1' }]]);
  });

  test('takes the new role when it is renewed', () => {
    kit.storeTokens({ access: tokenOf('ratna', 3, 'customer-service'), refresh: 'refresh-3' });
    expect(kit.role()).toBe('customer-service');
  });

  test('keeps its user id after the access token is gone', () => {
    expect(kit.subject()).toBe('ratna');
    browser.document.cookies.delete('accessToken');
    expect(kit.subject()).toBe('ratna');
  });
});

async function answered(work: () => Promise<unknown>): Promise<SentRequest[]> {
  const sent = fakeServer(() => ({ json: { name: 'x' } }));
  await work();
  return sent;
}
