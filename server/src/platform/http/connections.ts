/** How many clients may be connected, and that none of them holds its descriptor for ever. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseConnection } from './error-handler.ts';
import type { TrustedProxies } from '../config-values.ts';
import { type PlaceLimits, sharePlaces } from './connection-places.ts';
import { type LingerLimits, lingerAfterRefusals } from './linger.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take longer than the usual 30 s, as long as this much arrives of it in any ten seconds. */
    bytesPerTenSeconds?: number;
  }
}

export interface ConnectionLimits extends LingerLimits {
  /** Until the headers are there. Node's own; the others are ours. */
  headersMs: number;
  /** Until a body is there. */
  bodyMs: number;
  /** Until the next part of an answer is taken, and a millisecond more for so many bytes of it. */
  readingMs: number;
  readingBytes: number;
  /** Between two looks at all connections. */
  everyMs: number;
  /** Of connections; absent: as many as the system gives descriptors for. */
  places?: PlaceLimits;
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

/** What Fastify and Node are to keep of the limits. */
export const serverTimeouts = ({ headersMs, everyMs }: ConnectionLimits) => ({
  // Node's limit of a whole request knows no routes: ours does.
  requestTimeout: 0,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: everyMs },
});

/** Places that Node has beyond ours, so that a new connection is heard of before it is dropped. */
const sparePlaces = 16;

export function guardConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  proxies: TrustedProxies = false,
): void {
  const stopLingering = lingerAfterRefusals(app, limits);
  const looks = [watchBodies(app, limits), watchReaders(app, limits)];
  const timer = setInterval(() => {
    for (const look of looks) look(performance.now());
  }, limits.everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const places = limits.places ?? placesOf(mostConnections());
  const makeRoom = sharePlaces(app, places, proxies);
  app.server.maxConnections = places.most + sparePlaces;
  let told = 0;
  app.server.on('drop', () => {
    // For the next one.
    stopLingering();
    makeRoom();
    if (performance.now() - told < 60_000) return;
    told = performance.now();
    app.log.warn({ connections: app.server.maxConnections }, 'no more connections are taken');
  });
}

/** A quarter for one address: an office behind one has room, and nobody has all of it. */
const placesOf = (most: number): PlaceLimits => ({ most, mostOfAddress: Math.max(16, Math.floor(most / 4)) });

/** A connection may need a second descriptor for the file that it is sent; some are for the database and the log. */
function mostConnections(): number {
  // A host name would have to be looked up.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits?: { open_files: { soft: number | 'unlimited' } };
  };
  const soft = Number(userLimits?.open_files.soft);
  return Number.isFinite(soft) ? Math.max(16, Math.floor((soft - 100) * 0.8)) : 100_000;
}

interface Body {
  /** Its own: a body that is refused in mid-stream takes the request off its connection. */
  socket: Socket;
  response: ServerResponse;
  /** The latest moment at which all of it, or the next part, must be there. */
  due: number;
  part?: { size: number; seen: number };
}

/** Ends requests whose body drips, wherever they lead. */
function watchBodies(app: FastifyInstance, { bodyMs }: ConnectionLimits): (now: number) => void {
  const bodies = new Map<IncomingMessage, Body>();
  // Before Fastify hears of it and asks which route it is for.
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

/** Ends connections that do not take what they asked for. */
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
