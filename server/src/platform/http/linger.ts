/** Answers that come before the end of their request, and reach a client that reads only after it has sent everything. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** As nginx's `lingering_close`: how long, and how much, is read of what nobody wants any more. */
export interface LingerLimits {
  lingerMs: number;
  lingerBytes: number;
}

/** What is left of a body this small is read as if it were wanted, and its connection goes on. */
const smallBody = 64 * 1024;

/**
 * Says that nothing more will be said, and throws away what still comes: closed with bytes unread, a connection is reset,
 * and the reset overtakes what was said.
 */
export function linger(socket: Socket, { lingerMs, lingerBytes }: LingerLimits): void {
  const most = socket.bytesRead + lingerBytes;
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  // Node's parser is among them: whatever else comes is no request any more.
  socket.removeAllListeners('data');
  socket.on('data', () => {
    if (socket.bytesRead > most) socket.destroy();
  });
  socket.resume().end();
}

const announcedBytes = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** Lingers wherever an answer is the last of its connection and its request is not here whole. Answers how to stop that. */
export function lingerAfterRefusals(app: FastifyInstance, limits: LingerLimits): () => void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  const lingering = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    // Node's last word on a connection.
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
    // Unless all of it is read before there is an answer.
    response.setHeader('connection', 'close');
    request.once('end', () => {
      if (!response.headersSent) response.removeHeader('connection');
    });
  });
  return () => {
    for (const socket of lingering) socket.destroy();
  };
}
