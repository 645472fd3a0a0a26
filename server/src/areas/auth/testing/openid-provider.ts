/** OpenID provider for tests (oidc-provider) that signs in whom the test names, without a form. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

const client = { client_id: 'lectern', client_secret: 'the-secret-of-the-client' } as const;

/** Settings of our server for a tenant's provider. */
export const openIdEnvironment = (tenant: string, issuer: string) => ({
  [`OPENID_${tenant}_ISSUER`]: issuer,
  [`OPENID_${tenant}_CLIENT_ID`]: client.client_id,
  [`OPENID_${tenant}_CLIENT_SECRET`]: client.client_secret,
  [`OPENID_${tenant}_NAME`]: 'Studio ID',
});

/** @param redirectUris addresses of our sign-in page that the provider accepts */
export async function openIdProvider(redirectUris: string[], port = 0) {
  let present: Claims = { sub: 'nobody' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: redirectUris, token_endpoint_auth_method: 'client_secret_post' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['cookies of the test provider'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...present, sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: client.client_id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: present.sub } });
    else void callback(request, response);
  });
  return {
    issuer,
    environment: (tenant: string) => openIdEnvironment(tenant, issuer),
    /** Sets who is signed in at the provider. */
    signIn: (claims: Claims) => void (present = claims),
    /** Follows the redirects of a sign-in as a browser; returns the query that comes back to us. */
    async follow(start: string): Promise<string> {
      const cookies = new Map<string, string>();
      let url = start;
      for (let hop = 0; hop < 10; hop += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const next = new URL(answer.headers.get('location') ?? '', url);
        if (redirectUris.some((own) => next.href.startsWith(`${own}?`))) return next.search.slice(1);
        if (!answer.headers.has('location')) throw new Error(`${answer.status} ${await answer.text()}`);
        url = next.href;
      }
      throw new Error('The provider redirects without an end');
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
