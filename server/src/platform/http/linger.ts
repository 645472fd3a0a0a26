/**
 * Lingering close, for replies sent before the request is complete, so that a client that reads only after sending
 * everything receives them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Limits of reading discarded data, like nginx's `lingering_close`: time and bytes. */
export interface LingerLimits {
  lingerMs: number;
  lingerBytes: number;
}

/** Rest of a body up to this size is read to its end, and the connection stays open. */
const smallBody = 64 * 1024;

/**
 * Half-closes the socket and discards incoming data. Closing it with unread bytes would send a reset, which can
 * overtake the reply.
 */
export function linger(socket: Socket, { lingerMs, lingerBytes }: LingerLimits): void {
  const max = socket.bytesRead + lingerBytes;
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  // This also removes Node's parser, so that no further requests are read.
  socket.removeAllListeners('data');
  socket.on('data', () => {
    if (socket.bytesRead > max) socket.destroy();
  });
  socket.resume().end();
}

const announcedBytes = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/**
 * Lingers whenever a reply ends its connection before the request is complete. Returns a function that stops all
 * lingering.
 */
export function lingerAfterRefusals(app: FastifyInstance, limits: LingerLimits): () => void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  const lingering = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    // Called by Node to close a connection after the last reply.
    socket.destroySoon = () => {
      if (lingering.has(socket)) return;
      if (latest.get(socket)?.complete !== false) return Socket.prototype.destroySoon.call(socket);
      lingering.add(socket);
      socket.once('close', () => lingering.delete(socket));
      linger(socket, limits);
    };
  });
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, request);
    if (request.complete || announcedBytes(request) <= smallBody) return;
    // Undone if the body is read completely before the reply.
    response.setHeader('connection', 'close');
    request.once('end', () => {
      if (!response.headersSent) response.removeHeader('connection');
    });
  });
  return () => {
    for (const socket of lingering) socket.destroy();
  };
}
