/** Headers that browsers enforce: a strict policy (no inline scripts), HSTS in production. */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { tenants } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';

/** Where the browser goes in hosted order tracking. */
const firebaseHosts = [
  'https://firestore.googleapis.com',
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];

/**
 * The headers are the same for every answer, so helmet is asked once: asking it each time costs a twentieth of a small
 * answer.
 */
export async function secure(app: FastifyInstance, config: Config, fileHosts: readonly string[]): Promise<void> {
  const headers = await headersOf(config, fileHosts);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function headersOf(config: Config, fileHosts: readonly string[]): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, policyOf(config, fileHosts));
  asked.get('/', () => '');
  const { headers } = await asked.inject('/');
  await asked.close();
  const own = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name))) as Record<string, string>;
}

function policyOf(config: Config, fileHosts: readonly string[]): FastifyHelmetOptions {
  const isHosted = tenants.some((tenant) => config.firebase[tenant]);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets custom properties through style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures may have an address of any site; one that is being chosen is a blob.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...fileHosts],
        mediaSrc: ["'self'", 'blob:', ...fileHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...fileHosts, ...(isHosted ? firebaseHosts : [])],
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
  };
}
