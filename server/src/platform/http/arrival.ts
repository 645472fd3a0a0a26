/** Bodies must arrive: an ordinary one within half a minute, a file steadily however long it takes; who drips is cut off. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take long, as long as it goes on. */
    arrives?: 'steadily';
  }
}

interface Rule {
  windowMs?: number;
  /** Of a file in each window: some 2 kB a second, less than any connection that still is one. */
  leastBytes?: number;
}

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** In place of Node's requestTimeout, which is one for all and ends a large upload like a slow small one. */
export function requireArrival(app: FastifyInstance, { windowMs = 30_000, leastBytes = 64 * 1024 }: Rule = {}): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watch(request);
    done();
  });

  function watch({ raw, routeOptions }: FastifyRequest): void {
    const { socket } = raw;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      // What lies here unread waits for us, not for the sender.
      if (raw.complete || raw.readableLength > 0) return;
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      if (routeOptions.config.arrives === 'steadily' && came >= leastBytes) return;
      app.server.emit('clientError', Object.assign(new Error('Body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      socket.destroySoon();
    }, windowMs);
    raw.once('close', () => clearInterval(timer));
  }
}
