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

/** Not for requests that did not come over a connection. */
const isArriving = ({ raw }: FastifyRequest) => 'complete' in raw && !raw.complete;

/** In place of Node's requestTimeout, which is one for all and ends a large upload like a slow small one. */
export function requireArrival(app: FastifyInstance, { windowMs = 30_000, leastBytes = 64 * 1024 }: Rule = {}): void {
  const watches = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watch(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    clearInterval(watches.get(request));
    // Refused before it was all there: who goes on sending has this long to notice.
    if (isArriving(request)) setTimeout(() => raw.complete || raw.destroy(), windowMs).unref();
    done();
  });

  function watch(request: FastifyRequest): void {
    const { raw, routeOptions } = request;
    const { socket } = raw;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer);
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      // What lies here unread waits for us, not for the sender.
      if (raw.readableLength > 0 || (routeOptions.config.arrives === 'steadily' && came >= leastBytes)) return;
      const error = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', error, socket);
      socket.destroySoon();
      return clearInterval(timer);
    }, windowMs).unref();
    watches.set(request, timer);
  }
}
