/**
 * Rate limits per minute, counted in the memory of each process, with the headers RateLimit-Limit, -Remaining and
 * -Reset; 429 with Retry-After beyond them.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { originOf } from '../session/address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of an API key. */
    limitKey: Limit;
  }
}

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Calls a minute of an API key. */
export const maxKeyCalls = 600;

export async function installRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    timeWindow: 60_000,
    errorResponseBuilder: () => new HttpError(429, 'Too many calls; please wait a minute and try again'),
  });
  app.decorate(
    'limitKey',
    perMinute(app, maxKeyCalls, ({ caller }) => String(caller?.userId)),
  );
}

const perMinute = (app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string): Limit =>
  app.rateLimit({ max, keyGenerator }).bind(app);

/** Limit per address for calls without sign-in. */
export const perAddress = (app: FastifyInstance, max: number): Limit =>
  perMinute(app, max, (request) => originOf(request).address);
