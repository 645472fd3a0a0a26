/**
 * Local replacement of Google's APIs for the server: grants access tokens to the service account of the hosted brand, and
 * passes its calls to the Firestore emulator.
 */
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { project, serviceAccountKey } from './hosted-project.ts';
import { googlePort } from './ports.ts';

const serviceAccount = createPublicKey(serviceAccountKey);
const accessToken = 'access-of-the-service-account';
const audience = 'https://oauth2.googleapis.com/token';

async function answer(emulator: string, request: IncomingMessage): Promise<{ status: number; body: string }> {
  const sent = await text(request);
  if (request.url === '/token') {
    await jwtVerify(new URLSearchParams(sent).get('assertion') ?? '', serviceAccount, {
      issuer: project.clientEmail,
      audience,
    });
    return { status: 200, body: JSON.stringify({ access_token: accessToken, expires_in: 3600, token_type: 'Bearer' }) };
  }
  if (request.headers.authorization !== `Bearer ${accessToken}`) return { status: 401, body: '{}' };
  // The rules do not apply to a service account; the emulator calls it owner.
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const reply = await fetch(`${emulator}${request.url}`, { method: 'POST', headers, body: sent });
  return { status: reply.status, body: await reply.text() };
}

/** Starts the replacement; `emulator` is the URL of the Firestore emulator. */
export async function startGoogleApi(emulator: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answer(emulator, request).catch(() => ({ status: 400, body: '{}' }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(googlePort, '127.0.0.1');
  await once(server, 'listening');
  return {
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
