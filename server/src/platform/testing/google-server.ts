/** Local server for Google's token endpoint and one API, which checks the service account and its access token. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

const clientEmail = 'lectern@project.iam.gserviceaccount.test';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Error status with which the server answers. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const say = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(status === 204 ? undefined : JSON.stringify(body));

export interface ApiCall {
  method: string;
  url: URL;
  /** Parsed JSON; {} without a body. */
  body: object;
}

async function grant(body: string, scope: string): Promise<void> {
  const { payload } = await jwtVerify(new URLSearchParams(body).get('assertion') ?? '', publicKey, {
    issuer: clientEmail,
    audience: 'https://oauth2.googleapis.com/token',
  });
  if (payload['scope'] !== scope) throw new Refused(400, 'invalid_scope');
}

/** Starts the server; `answer` replies to calls with a valid token. A change of `state.token` revokes the one before. */
export async function testGoogle(scope: string, answer: (call: ApiCall, response: ServerResponse) => Promise<unknown>) {
  const state = { token: 'token-1' };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const body = await text(request);
    if (url.pathname === '/token') {
      await grant(body, scope);
      return say(response, 200, { access_token: state.token, expires_in: 3600, token_type: 'Bearer' });
    }
    if (request.headers.authorization !== `Bearer ${state.token}`) throw new Refused(401, 'Invalid Credentials');
    return answer({ method: request.method ?? '', url, body: JSON.parse(body || '{}') as object }, response);
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      const status = error instanceof Refused ? error.status : 400;
      say(response, status, { error: { code: status, message: (error as Error).message } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    clientEmail,
    /** As in an environment variable. */
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
