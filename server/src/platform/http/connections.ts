/** Limit on the number of connections, and timeouts for slow clients. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseConnection } from './error-handler.ts';
import { type LingerLimits, lingerAfterRefusals } from './linger.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows a body to take longer than the usual 30 s while at least this many bytes arrive in any ten seconds. */
    bytesPerTenSeconds?: number;
  }
}

export interface ConnectionLimits extends LingerLimits {
  /** Milliseconds until the headers must have arrived. Enforced by Node; the other limits are enforced here. */
  headersMs: number;
  /** Milliseconds until a body must have arrived. */
  bodyMs: number;
  /**
   * Milliseconds until the client must read the next part of a reply, plus one for every `readingBytes` bytes pending.
   */
  readingMs: number;
  readingBytes: number;
  /** Milliseconds between checks of all connections. */
  everyMs: number;
  /** Upper limit of concurrent connections; default: derived from the limit of file descriptors. */
  max?: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  readingMs: 20_000,
  readingBytes: 64,
  lingerMs: 5_000,
  lingerBytes: 16 * 1024 * 1024,
  everyMs: 5_000,
};

/** Options for Fastify and Node. */
export const serverTimeouts = ({ headersMs, everyMs }: ConnectionLimits) => ({
  // Node's timeout for whole requests cannot differ by route.
  requestTimeout: 0,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: everyMs },
});

/** Connections that Node accepts beyond our limit, so that we see new ones before they are dropped. */
const sparePlaces = 16;

export function guardConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const stopLingering = lingerAfterRefusals(app, limits);
  const checks = [watchBodies(app, limits), watchReaders(app, limits)];
  const timer = setInterval(() => {
    for (const check of checks) check(performance.now());
  }, limits.everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const max = limits.max ?? maxConnections();
  const makeRoom = closeWaiting(app, max);
  app.server.maxConnections = max + sparePlaces;
  let warnedAt = 0;
  app.server.on('drop', () => {
    // Makes room for the next connection.
    stopLingering();
    makeRoom();
    if (performance.now() - warnedAt < 60_000) return;
    warnedAt = performance.now();
    app.log.warn({ connections: app.server.maxConnections }, 'no more connections are taken');
  });
}

/**
 * Closes a waiting connection for each new one above `max`: the oldest without a request so far, or else the longest
 * idle one, and never one with a request in progress. Returns a function that makes room for one more.
 */
function closeWaiting(app: FastifyInstance, max: number): () => void {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  let count = 0;
  const stopWaiting = (socket: Socket) => silent.delete(socket) || idle.delete(socket);
  const makeRoom = () => {
    const [oldest] = silent.size > 0 ? silent : idle;
    if (oldest && stopWaiting(oldest)) oldest.destroy();
  };
  app.server.on('connection', (socket: Socket) => {
    count += 1;
    if (count > max) makeRoom();
    silent.add(socket);
    socket.once('close', () => {
      count -= 1;
      stopWaiting(socket);
    });
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    stopWaiting(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  return makeRoom;
}

/**
 * Connection limit from the file descriptors; a connection may need a second one for a file, and some are for database
 * and log.
 */
function maxConnections(): number {
  // Without the network section, which would resolve host names.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } };
  };
  const soft = Number(userLimits?.open_files.soft);
  return Number.isFinite(soft) ? Math.max(16, Math.floor((soft - 100) * 0.8)) : 100_000;
}

interface Body {
  /** Kept separately, since refusing a body in mid-stream detaches the request from its socket. */
  socket: Socket;
  response: ServerResponse;
  /** Time by which the body, or its next part, must have arrived. */
  due: number;
  part?: { size: number; seen: number };
}

/** Ends requests whose body arrives too slowly, on any route. */
function watchBodies(app: FastifyInstance, { bodyMs }: ConnectionLimits): (now: number) => void {
  const bodies = new Map<IncomingMessage, Body>();
  // Runs before Fastify determines the route.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.complete && (request.headers['content-length'] ?? request.headers['transfer-encoding']))
      bodies.set(request, { socket: request.socket, response, due: performance.now() + bodyMs });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const body = bodies.get(request.raw);
    const size = request.routeOptions.config.bytesPerTenSeconds;
    if (body && size !== undefined) body.part = { size, seen: body.socket.bytesRead };
    done();
  });
  return (now) => {
    for (const [request, body] of bodies) {
      const { part, socket } = body;
      const { bytesRead } = socket;
      if (request.complete || socket.destroyed) bodies.delete(request);
      else if (part && bytesRead - part.seen >= part.size) {
        body.due = now + 10_000;
        part.seen = bytesRead;
      } else if (now > body.due) {
        if (body.response.headersSent) socket.destroy();
        else refuseConnection('ERR_HTTP_REQUEST_TIMEOUT', socket);
      }
    }
  };
}

/** Closes connections whose client does not read the reply. */
function watchReaders(app: FastifyInstance, { readingMs, readingBytes }: ConnectionLimits): (now: number) => void {
  const readers = new Map<Socket, { taken: number; due: number }>();
  app.server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, due: Infinity });
    socket.once('close', () => readers.delete(socket));
  });
  return (now) => {
    for (const [socket, reader] of readers) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0) reader.due = Infinity;
      else if (reader.due === Infinity || taken > reader.taken) reader.due = now + readingMs + waiting / readingBytes;
      else if (now > reader.due) socket.destroy();
      reader.taken = taken;
    }
  };
}
