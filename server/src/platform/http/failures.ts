/** Turns whatever was thrown into the error shape: never a 500 for input, never SQL or a stack trace on the wire. */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/fields.ts';
import { isDatabaseAway } from '#platform/database/database.ts';
import { Refusal } from './refusal.ts';

/** PostgreSQL's SQLSTATEs that are the caller's doing or a passing state; the rest are our faults. */
const sqlStates: Record<string, Refusal> = {
  '23505': new Refusal(409, 'This already exists'),
  '23503': new Refusal(409, 'Something this refers to does not exist, or is still in use'),
  '23514': new Refusal(400, 'A value is outside what is allowed'),
  '40001': new Refusal(409, 'Somebody else is changing this right now; please try again'),
  '40P01': new Refusal(409, 'Somebody else is changing this right now; please try again'),
  '57014': new Refusal(503, 'This took too long and was stopped; please try again', { retryAfter: 5 }),
};

/** What Fastify itself refuses, in words for people. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here; send application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as announced',
  FST_UNDER_PRESSURE: 'Too many people are working right now; please try again in a moment',
  FST_ERR_BAD_URL: 'This address is not valid',
};

interface Thrown extends Error {
  statusCode?: number;
  code?: string;
}

/** The refusal that a thrown error amounts to, or undefined when it is a fault of ours. */
export function asRefusal(error: Thrown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return new Refusal(503, 'The database cannot be reached; please try again in a moment', { retryAfter: 5 });
  const code = error.code ?? '';
  if (code in sqlStates) return sqlStates[code];
  if (/^22[0-9A-Z]{3}$/.test(code)) return new Refusal(400, 'A value is not valid');
  const status = error.statusCode ?? 500;
  if (status < 400 || (status >= 500 && status !== 503)) return undefined;
  const message = frameworkMessages[code] ?? (error instanceof SyntaxError ? 'The body is not valid JSON' : (STATUS_CODES[status] ?? 'Refused'));
  return new Refusal(status, message, status === 503 ? { retryAfter: 5 } : {});
}

function answer(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfter, ...extra } = refusal.extra;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const body: Failure = { message: refusal.message, status: refusal.statusCode, ...extra, requestId: request.id };
  return reply.code(refusal.statusCode).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

/** Installs the error shape for everything the app answers. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: Thrown, request, reply) => {
    const refusal = asRefusal(error);
    if (!refusal) request.log.error({ err: error, requestId: request.id }, 'fault');
    return answer(request, reply, refusal ?? new Refusal(500, 'Something went wrong on our side; nothing was changed. Please try again'));
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, new Refusal(404, 'There is nothing at this address')));
}
