/** Load shedding: 503 while the event loop is delayed, so that some calls fail instead of all being slow. */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Serves the route under pressure too; a monitor without an answer would restart the server and worsen the load.
     */
    underPressure?: boolean;
  }
}

/** Installs the guard; `maxDelayMs`: upper limit of the delay. */
export async function guardLoad(app: FastifyInstance, maxDelayMs = 1_000): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async ({ routeOptions }) => {
      if (!routeOptions.config.underPressure)
        throw new HttpError(503, 'Too many people are working right now; please try again in a moment', {
          retryAfter: 5,
        });
    },
  });
}
