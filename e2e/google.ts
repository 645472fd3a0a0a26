/**
 * Local replacement of Google's services for the browser, with TLS: Firestore is the emulator with our rules; the
 * identity service is a fake that accepts our custom tokens as documented by Google and signs expiring ID tokens.
 */
import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import { project, serviceAccountKey } from './hosted-project.ts';

const hosts = ['firestore', 'identitytoolkit', 'securetoken'].map((name) => `${name}.googleapis.com`);
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const serviceAccount = createPublicKey(serviceAccountKey);

export interface Google {
  /** Makes Chromium connect to this machine instead of Google's hosts. */
  browserArgs: string[];
  /** Requests to the identity service, in order. */
  requests: ('sign-in' | 'look-up' | 'refresh')[];
  next: {
    /** Lifetime of new ID tokens, in seconds. */
    lifetime: number;
    /** Age of the next sign-in, in seconds; reset to 0 after it. */
    signInAge: number;
    /** Whether the identity service answers 503. */
    isAway: boolean;
  };
  stop(): Promise<void>;
}

/** Starts the replacement; `emulator` is the URL of the Firestore emulator. */
export async function startGoogle(emulator: string): Promise<Google> {
  const requests: Google['requests'] = [];
  const next = { lifetime: 3600, signInAge: 0, isAway: false };
  const identity = new Identity(requests, next);
  const server = https.createServer(certificate(), async (request, response) => {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return response.end();
    if (request.headers.host?.startsWith('firestore.')) return firestore(emulator, request, response);
    const { status, body } = next.isAway ? { status: 503, body: {} } : await identity.answer(request);
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const rules = hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(', ');
  return {
    browserArgs: [`--host-resolver-rules=${rules}`],
    requests,
    next,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Certificate of these hosts, valid for a day; only the test browser trusts it. */
function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const out = ['-subj', '/CN=googleapis.com', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...made, ...out], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*');
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
}

/** The emulator accepts every token, so validity and expiry are checked here. */
async function firestore(emulator: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = request.headers.authorization?.replace('Bearer ', '');
  const isGood = !token || (await verified(token).then(Boolean, () => false));
  if (!isGood) {
    const error = { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' };
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    return;
  }
  const { host: _, origin: __, ...headers } = request.headers;
  const passed = http.request(`${emulator}${request.url}`, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

const issuer = `https://securetoken.google.com/${project.tenant}`;
const verified = (token: string) => jwtVerify(token, google.publicKey, { issuer, audience: project.tenant });

interface Answer {
  status: number;
  body: object;
}

class Identity {
  private readonly sessions = new Map<string, JWTPayload>();
  private readonly requests: Google['requests'];
  private readonly next: Google['next'];

  constructor(requests: Google['requests'], next: Google['next']) {
    this.requests = requests;
    this.next = next;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://google');
    if (searchParams.get('key') !== project.apiKey) return refused('API key not valid. Please pass a valid API key.');
    const body = Buffer.concat(await request.toArray()).toString();
    if (pathname === '/v1/accounts:signInWithCustomToken') return this.signIn(body);
    if (pathname === '/v1/accounts:lookup') return this.lookUp(body);
    if (pathname === '/v1/token') return this.refresh(new URLSearchParams(body));
    return { status: 404, body: {} };
  }

  private async signIn(body: string): Promise<Answer> {
    this.requests.push('sign-in');
    const { token } = JSON.parse(body) as { token: string };
    const { clientEmail: account } = project;
    const verifying = jwtVerify(token, serviceAccount, {
      issuer: account,
      subject: account,
      audience,
      maxTokenAge: '1h',
    });
    const payload = (await verifying.catch(() => undefined))?.payload;
    if (!payload) return refused('INVALID_CUSTOM_TOKEN');
    const refreshToken = randomUUID();
    const auth_time = Math.floor(Date.now() / 1000) - this.next.signInAge;
    this.next.signInAge = 0;
    this.sessions.set(refreshToken, { ...(payload['claims'] as object), sub: String(payload['uid']), auth_time });
    return { status: 200, body: { ...(await this.tokens(refreshToken)), isNewUser: false } };
  }

  private async lookUp(body: string): Promise<Answer> {
    this.requests.push('look-up');
    const { payload } = await verified((JSON.parse(body) as { idToken: string }).idToken);
    return { status: 200, body: { users: [{ localId: payload.sub, customAuth: true }] } };
  }

  private async refresh(form: URLSearchParams): Promise<Answer> {
    this.requests.push('refresh');
    const refreshTokenParam = form.get('refresh_token') ?? '';
    if (!this.sessions.has(refreshTokenParam)) return refused('INVALID_REFRESH_TOKEN');
    const { idToken, refreshToken, expiresIn } = await this.tokens(refreshTokenParam);
    const words = { id_token: idToken, access_token: idToken, refresh_token: refreshToken, expires_in: expiresIn };
    return { status: 200, body: { ...words, token_type: 'Bearer', project_id: project.tenant } };
  }

  private async tokens(refreshToken: string) {
    const session = this.sessions.get(refreshToken) ?? {};
    const { lifetime } = this.next;
    const idToken = await new SignJWT({ ...session, user_id: session.sub, firebase: { sign_in_provider: 'custom' } })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'google' })
      .setIssuer(issuer)
      .setAudience(project.tenant)
      .setIssuedAt()
      .setExpirationTime(`${lifetime}s`)
      .sign(google.privateKey);
    return { idToken, refreshToken, expiresIn: String(lifetime) };
  }
}

const refused = (message: string): Answer => ({ status: 400, body: { error: { code: 400, message } } });
