/** Headers that browsers enforce: a strict policy (no inline scripts), HSTS in production. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { tenants } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';

/** Where the browser goes in hosted order tracking. */
const firebaseHosts = ['https://firestore.googleapis.com', 'https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const isHosted = tenants.some((tenant) => config.firebase[tenant]);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets custom properties through style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(isHosted ? firebaseHosts : [])],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}
