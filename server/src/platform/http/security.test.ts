/** Tests the security headers of all kinds of replies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';

let test: TestApp;
let production: TestApp;

beforeAll(async () => {
  test = await testAppOf([]);
  production = await testAppOf([], { NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1/unused' });
});
afterAll(async () => {
  await test.close();
  await production.close();
});

const headersOf = async ({ app }: TestApp, url: string) => (await app.inject(url)).headers;

describe('replies', () => {
  it.each(['/api/health', '/api/admin/user', '/api/nothing/here'])(
    'of %s are data: not executable, not framable, not sniffed',
    async (url) => {
      const headers = await headersOf(test, url);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each(['/%61pi/health', '/ap%69/nothing', '/%61pi/docs/none', '/nothing/here.js', '/api/%zz'])(
    'of %s, however the URL is written, are data and not cached',
    async (url) => {
      const headers = await headersOf(test, url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it.each(['/%61pi/docs', '/api/docs', '/api/docs/static/index.html'])(
    'of %s forbid inline scripts, framing and sniffing',
    async (url) => {
      const headers = await headersOf(test, url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('have HSTS in production only', async () => {
    expect((await headersOf(production, '/api/health'))['strict-transport-security']).toContain('max-age=63072000');
    expect((await headersOf(test, '/api/health'))['strict-transport-security']).toBeUndefined();
  });
});
