/** Turns whatever was thrown into the error shape: never a 500 for input, never SQL or a stack trace on the wire. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Problem } from '#contract/fields.ts';
import { isDatabaseAway, isDatabaseBusy } from '#platform/database/database.ts';
import { diskTrouble } from '../disk.ts';
import { HttpError, conflict } from '../errors.ts';
import { type LingerLimits, linger } from './linger.ts';
import { dataHeaders } from './security.ts';

/** PostgreSQL's SQLSTATEs that are the caller's doing or a passing state; the rest are our faults. */
const sqlStates: Record<string, HttpError> = {
  '23505': new HttpError(409, 'This already exists'),
  '23503': new HttpError(409, 'Something this refers to does not exist, or is still in use'),
  '23514': new HttpError(400, 'A value is outside what is allowed'),
  '40001': new HttpError(409, 'Somebody else is changing this right now; please try again'),
  '40P01': new HttpError(409, 'Somebody else is changing this right now; please try again'),
  '53100': new HttpError(503, 'The disk of the database is full; nothing was changed', { retryAfter: 30 }),
  '55P03': new HttpError(503, 'Somebody else is changing this right now; nothing was changed. Please try again', {
    retryAfter: 5,
  }),
  '57014': new HttpError(503, 'This took too long and was stopped; please try again', { retryAfter: 5 }),
};

/** What Fastify itself refuses, in words for people. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here; send application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as announced',
  FST_ERR_BAD_URL: 'This address is not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'This address is too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
  HPE_HEADER_OVERFLOW: 'The headers are too large',
};

interface Thrown extends Error {
  statusCode?: number;
  code?: string;
  /** Of PostgreSQL. What was violated is not told where row-level security is on, only its name. */
  table?: string;
  constraint?: string;
}

/** Of `voucher_tenant_code_key` or `voucher_code` it is `code` that another record has, if `sent` has such a field. */
function taken({ table, constraint = '' }: Thrown, sent: unknown): HttpError | undefined {
  const column = constraint.replace(`${table}_`, '').replace(/^tenant_|_key$/g, '');
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isSent = typeof sent === 'object' && sent !== null && Object.hasOwn(sent, field);
  return isSent ? conflict(`Another one has this ${column.replaceAll('_', ' ')} already`, field) : undefined;
}

/** The refusal that a thrown error amounts to, or undefined when it is a fault of ours. `sent` is the call's body. */
export function asHttpError(error: Thrown, sent?: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  const code = error.code ?? '';
  if (code === '23505') return taken(error, sent) ?? sqlStates[code];
  if (code in sqlStates) return sqlStates[code];
  if (isDatabaseBusy(error))
    return new HttpError(503, 'Too much is being done at the moment; please try again in a few seconds', {
      retryAfter: 5,
    });
  if (isDatabaseAway(error))
    return new HttpError(503, 'The database cannot be reached; please try again in a moment', { retryAfter: 5 });
  // Raised by a trigger of ours, in words for people.
  if (code === 'HT409') return new HttpError(409, error.message);
  if (/^22[0-9A-Z]{3}$/.test(code)) return new HttpError(400, 'A value is not valid');
  const status = error.statusCode ?? 500;
  if (status < 400 || (status >= 500 && status !== 503)) return undefined;
  const message =
    frameworkMessages[code] ??
    (error instanceof SyntaxError ? 'The body is not valid JSON' : (STATUS_CODES[status] ?? 'Refused'));
  return new HttpError(status, message, status === 503 ? { retryAfter: 5 } : {});
}

function answer(request: FastifyRequest, reply: FastifyReply, refusal: HttpError): FastifyReply {
  const { retryAfter, ...extra } = refusal.extra;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const body: Problem = { message: refusal.message, status: refusal.statusCode, ...extra, requestId: request.id };
  reply.headers(dataHeaders);
  return reply.code(refusal.statusCode).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

/** Statuses of what Node refuses before there is a request; anything else is no HTTP: 400. */
const connectionStatuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * The error shape where Fastify answers by itself, before a route is found: an address or a connection it cannot read.
 */
export const frameworkErrorOptions = {
  return503OnClosing: false,
  frameworkErrors(error, request, reply) {
    reply.header('x-request-id', request.id);
    answer(request, reply, asHttpError(error) ?? new HttpError(400, 'This address is not valid'));
  },
  clientErrorHandler({ code }, socket) {
    refuseConnection(code, socket);
  },
} satisfies FastifyServerOptions;

/** How long a client that is sent away may take to read why, and what it may still say. */
const farewell: LingerLimits = { lingerMs: 1_000, lingerBytes: 16 * 1024 * 1024 };

/** Says why in our shape, and ends the connection whatever the client does: an end alone would wait for the other side’s. */
export function refuseConnection(code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = connectionStatuses[code] ?? 400;
  const requestId = randomUUID();
  const body = JSON.stringify({
    message: frameworkMessages[code] ?? 'This is not an HTTP request',
    status,
    requestId,
  } satisfies Problem);
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  linger(socket, farewell);
}

/** On a connection that stays open a call may still come while the server ends: it is told to come back. */
function refuseWhileEnding(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(
      isEnding
        ? new HttpError(503, 'The server is restarting; please try again in a moment', { retryAfter: 5 })
        : undefined,
    );
  });
}

/** Installs the error shape for everything the app answers. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Thrown, request, reply) => {
    const refusal = asHttpError(error, request.body);
    if (!refusal) request.log.error({ err: error, requestId: request.id }, 'fault');
    // The caller is told to wait; the operator, why.
    else if (refusal.cause) request.log.warn({ err: error, requestId: request.id }, 'a service does not answer');
    else if (refusal.statusCode === 503 && isDatabaseAway(error)) {
      const why = isDatabaseBusy(error) ? 'every connection is taken' : 'database away';
      request.log.warn({ err: error, requestId: request.id, disk: diskTrouble(app.deps.config) }, why);
    }
    return answer(
      request,
      reply,
      refusal ?? new HttpError(500, 'Something went wrong on our side; nothing was changed. Please try again'),
    );
  });
  refuseWhileEnding(app);
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, new HttpError(404, 'There is nothing at this address')),
  );
}
