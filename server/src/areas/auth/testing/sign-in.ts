/** Sign-in for tests: users with a known password, and the public endpoints over HTTP. */
import { login, refresh } from '#contract/kernel/auth.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { hashPassword } from '#platform/session/password.ts';
import type { TestApp } from '#platform/testing/app.ts';

export const password = 'kuda-terbang-9';

export interface SignInReply {
  status: number;
  message: string;
  retryAfter: string | undefined;
  /** Cookie header of the browser's next requests; empty if no cookie was set. */
  cookie: string;
  /** Parsed JSON body. */
  body: Record<string, string>;
}

export type SignInApp = Awaited<ReturnType<typeof signInApp>>;

export async function signInApp(test: TestApp) {
  const hash = await hashPassword(password);
  let made = 0;

  /** Creates a user; returns the e-mail. */
  async function user(
    role: Role = 'admin',
    tenant: Tenant = 'coding',
    email = `akun${(made += 1)}@sample.test`,
  ): Promise<string> {
    await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2, 'Sari Dewi', $3, $4)`,
      [tenant, email, hash, role],
    );
    return email;
  }

  async function post(
    url: string,
    body: object,
    headers: Record<string, string> = {},
    from = '192.0.2.1',
    app = test.app,
  ): Promise<SignInReply> {
    const answer = await app.inject({ method: 'POST', url: `/api${url}`, payload: body, headers, remoteAddress: from });
    const json = answer.json<Record<string, string>>();
    return {
      status: answer.statusCode,
      message: String(json['message']),
      retryAfter: answer.headers['retry-after'],
      cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      body: json,
    };
  }

  const signIn = (email: string, word = password, from?: string) =>
    post(login.url, { email, password: word }, {}, from);
  const renew = (token: string | undefined) => post(refresh.url, { refresh: token });
  return { test, user, post, signIn, renew };
}
