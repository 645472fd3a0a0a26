/** Conversion of thrown errors to the error shape: input never causes a 500, and no SQL or stack trace is sent. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Problem } from '#contract/kernel/fields.ts';
import { isDatabaseAway, isDatabaseBusy } from '../database/database.ts';
import { diskWarning } from '../disk.ts';
import { HttpError, conflict } from '../errors.ts';
import { type LingerLimits, linger } from './linger.ts';
import { dataHeaders } from './security.ts';
import { eventOf, securityEvent } from '../session/security-event.ts';

/** SQLSTATE codes caused by the caller or by a temporary condition; all others are our faults. */
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

/** Messages for errors of Fastify and Node. */
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
  /** Names from PostgreSQL. With row-level security it omits the conflicting values. */
  table?: string;
  constraint?: string;
}

/**
 * 409 at the field of a violated unique constraint: `voucher_tenant_code_key` and `voucher_code` are about `code`.
 * Undefined if the body has no such field.
 */
function taken({ table, constraint = '' }: Thrown, sent: unknown): HttpError | undefined {
  const column = constraint.replace(`${table}_`, '').replace(/^tenant_|_key$/g, '');
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isSent = typeof sent === 'object' && sent !== null && Object.hasOwn(sent, field);
  return isSent ? conflict(`Another one has this ${column.replaceAll('_', ' ')} already`, field) : undefined;
}

/** HttpError equivalent to a thrown error; undefined for faults of ours. `sent`: body of the call. */
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
  // Raised by our triggers with a message for users.
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

/** Statuses of errors before there is a request; default 400: not HTTP. */
const connectionStatuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Error shape for errors that Fastify raises before routing: malformed URLs and connections. */
export const frameworkErrorOptions = {
  frameworkErrors(error, request, reply) {
    reply.header('x-request-id', request.id);
    answer(request, reply, asHttpError(error) ?? new HttpError(400, 'This address is not valid'));
  },
  clientErrorHandler({ code }, socket) {
    refuseConnection(code, socket);
  },
} satisfies FastifyServerOptions;

/** Limits for a refused client to read the reason, and to send further data. */
const farewell: LingerLimits = { lingerMs: 1_000, lingerBytes: 16 * 1024 * 1024 };

/**
 * Sends the reason in the error shape and closes the connection; end() alone would wait for the client to close too.
 */
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

/** Installs the error handling for all replies. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Thrown, request, reply) => {
    const refusal = asHttpError(error, request.body);
    if (!refusal) request.log.error({ err: error, requestId: request.id }, 'fault');
    // The caller only sees that it is temporary; the log has the cause.
    else if (refusal.cause) request.log.warn({ err: error, requestId: request.id }, 'a service does not answer');
    else if (refusal.statusCode === 503 && isDatabaseAway(error)) {
      const why = isDatabaseBusy(error) ? 'every connection is taken' : 'database away';
      request.log.warn({ err: error, requestId: request.id, disk: diskWarning(app.deps.config) }, why);
    }
    return answer(
      request,
      reply,
      refusal ?? new HttpError(500, 'Something went wrong on our side; nothing was changed. Please try again'),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, new HttpError(404, 'There is nothing at this address')),
  );
}

/** Records 403 errors wherever they are thrown, except step-up requests; a failure to record is only logged. */
export function recordRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.statusCode !== 403 || !request.caller) return;
    if (error instanceof HttpError && error.extra.reason === 'step-up') return;
    const { caller } = request;
    const facts = { method: request.method, route: request.routeOptions.url ?? '' };
    const context = { db: app.deps.database.tenant(caller.tenant), request };
    await securityEvent(context, { kind: 'refused', ...eventOf(caller), facts }).catch((failure: unknown) =>
      request.log.warn({ err: failure, requestId: request.id }, 'a refusal is not in the trail'),
    );
  });
}
