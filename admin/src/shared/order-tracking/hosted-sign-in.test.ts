/** Tests the sign-in to hosted documents: once, and again after it expired. */
import { afterEach, expect, test, vi } from 'vitest';
import { openTracking } from './tracking-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
const idTokenFor = (customToken: string) =>
  `${encode({ alg: 'none' })}.${encode({ sub: customToken, exp: Date.now() / 1000 + 3600, iat: Date.now() / 1000 })}.`;

/** Replaces Google: accepts every token, and answers Firestore calls as configured. */
function google(firestore: (authorization: string | null) => Response): string[] {
  const requests: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    requests.push(`${host}${pathname}`);
    if (pathname.endsWith('signInWithCustomToken')) {
      const { token } = JSON.parse(String(init?.body)) as { token: string };
      return Response.json({ idToken: idTokenFor(token), refreshToken: 'r', expiresIn: '3600' });
    }
    if (pathname.endsWith('accounts:lookup')) return Response.json({ users: [{ localId: 'somebody' }] });
    return firestore(new Headers(init?.headers).get('authorization'));
  });
  return requests;
}

const access = (token: string) => ({ mode: 'hosted', projectId: 'coding-project', apiKey: 'public', token }) as const;

test('hosted documents are read from Google with the identity of the custom token, after one sign-in', async () => {
  const requests = google((authorization) => {
    expect(authorization).toBe(`Bearer ${idTokenFor('first')}`);
    return Response.json({
      writeResults: [{ updateTime: '2026-01-01T00:00:00Z' }],
      commitTime: '2026-01-01T00:00:00Z',
    });
  });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const client = openTracking(async () => access('first'), 'https://admin.test');
  await client.setStatus('d1', 'paid');
  await client.setStatus('d2', 'paid');
  await client.close();
  const commit = 'firestore.googleapis.com/v1/projects/coding-project/databases/(default)/documents:commit';
  expect(requests.filter((address) => address === commit)).toHaveLength(2);
  expect(requests.filter((address) => address.endsWith('signInWithCustomToken'))).toHaveLength(1);
});

test.each([
  ['that Google no longer accepts', 401, 'UNAUTHENTICATED', 'auth/id-token-refused'],
  ['that the rules refuse', 403, 'PERMISSION_DENIED', 'auth/rules-refused'],
])('an identity %s is renewed with another token, once', async (_what, status, name, code) => {
  const tokens = ['first', 'second'];
  const seen: (string | null)[] = [];
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  google((authorization) => {
    seen.push(authorization);
    return Response.json({ error: { code: status, message: 'no', status: name } }, { status });
  });
  const client = openTracking(async () => access(tokens.shift() ?? 'none left'), 'https://admin.test');
  await expect(client.setStatus('d1', 'paid')).rejects.toMatchObject({ code });
  await client.close();
  expect(seen).toEqual([`Bearer ${idTokenFor('first')}`, `Bearer ${idTokenFor('second')}`]);
});

test('a refusal after a new sign-in names the project, and the account as the rules see it', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  google(() => Response.json({ error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } }, { status: 403 }));
  const token = `e30.${encode({ uid: 'u1', claims: { role: 'admin', tenant: 'coding' } })}.s`;
  const client = openTracking(async () => access(token), 'https://admin.test');
  await expect(client.setStatus('d1', 'paid')).rejects.toThrow(
    'The rules of the project coding-project refuse {"uid":"u1","role":"admin","tenant":"coding"}',
  );
  await client.close();
});
