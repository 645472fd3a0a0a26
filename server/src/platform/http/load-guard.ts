/** Refuses calls with 503 while the event loop is late: better some who come back than all who wait. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under pressure too: a monitor that got no answer would restart the server and make it worse. */
    underPressure?: boolean;
  }
}

const resolutionMs = 10;
const sampleMs = 1_000;

/** `mostDelayMs`: how late the loop may be. */
export function guardLoad(app: FastifyInstance, mostDelayMs = 1_000): void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // No sample at all means that nothing got a turn.
    delayMs = histogram.count === 0 ? Infinity : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
  }, sampleMs).unref();
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooMuch = delayMs > mostDelayMs && !request.routeOptions.config.underPressure;
    done(
      isTooMuch
        ? new HttpError(503, 'Too many people are working right now; please try again in a moment', { retryAfter: 5 })
        : undefined,
    );
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
}
