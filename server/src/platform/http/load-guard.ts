/** Load shedding: 503 while the event loop is delayed, so that some calls fail instead of all being slow. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

const resolutionMs = 10;
const sampleMs = 1_000;

/** Installs the guard; `maxDelayMs`: upper limit of the delay. */
export function guardLoad(app: FastifyInstance, maxDelayMs = 1_000): void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // No samples means that the loop did not run at all.
    delayMs = histogram.count === 0 ? Infinity : histogram.mean / 1e6 - resolutionMs;
    histogram.reset();
  }, sampleMs).unref();
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooMuch = delayMs > maxDelayMs && !request.routeOptions.config.underPressure;
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
