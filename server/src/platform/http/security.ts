/**
 * Security headers: a strict content security policy without inline scripts, HSTS in production, and no caching of
 * private data.
 */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { noCompilers } from './validation.ts';

/** Hosts that the browser connects to in hosted order tracking. */
const firebaseHosts = [
  'https://firestore.googleapis.com',
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
];

/** Headers of data and errors: no sniffing, framing, scripts or caching. */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Keeps tokens and private data out of browser and proxy caches.
  'cache-control': 'no-store',
};

/**
 * Policy of PDF files, which the admin app shows in a frame. Chromium's viewer is an object element, which a sandbox
 * would block.
 */
export const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Matched against the route's URL, since a request's URL has several spellings (`/%61pi/health`). */
const isDataRoute = /^\/(api|firestore|upload)\/(?!docs(\/|$))/;

/**
 * Adds the headers. They are the same for all pages, so helmet runs once; per request it takes a twentieth of a small
 * reply. Data needs only a few of them.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  fileHosts: readonly string[],
): Promise<void> {
  const page = await headersOf(config, fileHosts);
  const forData = new Set(['strict-transport-security', 'cross-origin-resource-policy']);
  const data = {
    ...Object.fromEntries(Object.entries(page).filter(([name]) => forData.has(name))),
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
  const probe = Fastify({ schemaController: noCompilers });
  await probe.register(helmet, policyOf(config, fileHosts));
  probe.get('/', () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const own = new Set(['content-type', 'content-length', 'date', 'connection']);
  const added = Object.entries(headers).filter(([name]) => !own.has(name));
  return { ...(Object.fromEntries(added) as Record<string, string>), 'permissions-policy': permissions };
}

/** Policy of a page whose style elements have this nonce. */
export const withStyleNonce = (policy: string, nonce: string): string =>
  policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);

const unused = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];
/** Features of the browser: videos are shown on the full screen, and no device is used. */
const permissions = ['fullscreen=(self)', ...unused.map((feature) => `${feature}=()`)].join(', ');

function policyOf(config: Config, fileHosts: readonly string[]): FastifyHelmetOptions {
  const isHosted = tenants.some((tenant) => config.firebase[tenant]);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The page's own style elements carry a nonce (withStyleNonce).
        styleSrc: ["'self'"],
        // Pictures may be on any site; one being chosen is a blob.
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
