/** Headers that browsers enforce: a strict policy (no inline scripts), HSTS in production, nothing private kept. */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { tenants } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import { noCompilers } from './validation.ts';

/** Where the browser goes in hosted order tracking. */
const firebaseHosts = [
  'https://firestore.googleapis.com',
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];

/** Headers of data and of every error: a browser shows it as it is, in no frame, runs nothing in it and keeps nothing. */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Tokens and what only some may read: no browser's store and no proxy's.
  'cache-control': 'no-store',
};

/** Of a PDF, which the admin app shows in a frame. Chromium's viewer is an object of its page, and a sandbox shuts it out. */
export const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Compared with the URL of the route: the address of a request may be written in several ways (`/%61pi/health`). */
const isDataRoute = /^\/(api|firestore|upload)\/(?!docs(\/|$))/;

/**
 * The headers are the same for every page, so helmet is asked once: asking it each time costs a twentieth of a small
 * answer. Data needs few of them.
 */
export async function secure(app: FastifyInstance, config: Config, fileHosts: readonly string[]): Promise<void> {
  const page = await headersOf(config, fileHosts);
  const kept = new Set(['strict-transport-security', 'cross-origin-resource-policy']);
  const data = {
    ...Object.fromEntries(Object.entries(page).filter(([name]) => kept.has(name))),
    ...dataHeaders,
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { url } = request.routeOptions;
    reply.headers(url === undefined || isDataRoute.test(url) ? data : page);
    done();
  });
}

async function headersOf(config: Config, fileHosts: readonly string[]): Promise<Record<string, string>> {
  const asked = Fastify({ schemaController: noCompilers });
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
        // PDF files.
        frameSrc: ["'self'", ...fileHosts],
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
