import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpError } from '../errors.ts';
import { requireArrival } from './arrival.ts';
import { frameworkErrorOptions, handleErrors } from './error-handler.ts';

const rule = { windowMs: 300, leastBytes: 1000 };

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ ...frameworkErrorOptions, requestTimeout: 0 });
  requireArrival(app, rule);
  handleErrors(app);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const size = async (request: { body: unknown }) => ({ size: (request.body as Buffer).length });
  app.post('/small', size);
  app.post('/refused', { onRequest: async () => Promise.reject(new HttpError(401, 'Please sign in')) }, size);
  app.post('/file', { config: { arrives: 'steadily' } }, size);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends `bytes` every 50 ms until all are sent or the server ends it; answers what it said. */
async function drip(path: string, bytes: number, total: number): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (part) => {
    said += String(part);
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: ${total}\r\n\r\n`,
  );
  for (let sent = 0; sent < total && !socket.closed; sent += bytes) {
    socket.write(Buffer.alloc(Math.min(bytes, total - sent)));
    await sleep(50);
  }
  await closed;
  return said;
}

it('a file that comes slowly but steadily is taken, however long that takes', async () => {
  expect(await drip('/file', 500, 10_000)).toContain('{"size":10000}');
});

it('a file that drips is cut off, with a word', async () => {
  expect(await drip('/file', 10, 10_000)).toMatch(/^HTTP\/1.1 408 [^]*took too long to arrive/);
});

it('any other body must be whole in time', async () => {
  expect(await drip('/small', 500, 10_000)).toMatch(/^HTTP\/1.1 408 /);
  expect(await drip('/small', 5_000, 10_000)).toContain('{"size":10000}');
});

it('who was refused and goes on sending is cut off, and hears why', async () => {
  expect(await drip('/refused', 1, 10_000)).toMatch(/^HTTP\/1.1 401 [^]*Please sign in/);
});

it('a connection that was cut off is gone for the server too', async () => {
  await drip('/small', 1, 10_000);
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0);
});
