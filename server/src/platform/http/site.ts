/**
 * Files of the admin app, and its page for all other URLs that do not look like files or API calls, with the host's
 * tenant and brand.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { tenantOfHost } from '#platform/tenancy.ts';
import { HttpError } from '../errors.ts';
import { pdfPolicy, withStyleNonce } from './security.ts';

const builtAdmin = join(import.meta.dirname, '../../../../admin/dist');
const aYear = 365 * 24 * 3600;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Page of a host: title `Admin | {brand}`, the tenant's favicon and accent (spec §1). */
function pageOf(template: string, nonce: string, { host }: FastifyRequest, config: Config): string {
  const tenant = tenantOfHost(host, config.tenantHosts);
  const values: Record<string, string> = {
    TENANT: tenant,
    NONCE: nonce,
    BRAND: config.brands[tenant],
    DEMO: config.demo ? '1' : '0',
    OPENID: config.openId[tenant]?.name ?? '',
    SIZES: JSON.stringify(config.pageSizes),
  };
  return template.replace(/%([A-Z]+)%/g, (whole, key: string) =>
    key in values ? escapeHtml(values[key] ?? '') : whole,
  );
}

/** Paths of the built files, without the page and the compressed copies. */
function builtFiles(): Set<string> {
  const entries = readdirSync(builtAdmin, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(builtAdmin.length).replaceAll(sep, '/'));
  return new Set(paths.filter((path) => path !== '/index.html' && !/\.(br|gz)$/.test(path)));
}

/** Serves the admin app; without a build (server tests, development with Vite), only the API is served. */
export async function serveSite(app: FastifyInstance, config: Config): Promise<void> {
  const index = join(builtAdmin, 'index.html');
  if (!existsSync(index)) return;
  const template = readFileSync(index, 'utf8');
  await app.register(staticFiles, {
    root: builtAdmin,
    // Routes of its own for every file would take megabytes.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      if (path.endsWith('.pdf')) response.header('content-security-policy', pdfPolicy);
      response.header('cache-control', path.includes('/assets/') ? `public, max-age=${aYear}, immutable` : 'no-cache');
    },
  });
  const files = builtFiles();
  app.get('/*', async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`;
    if (files.has(path)) return reply.sendFile(path);
    if (/^\/(api|assets|files|upload)(\/|$)/.test(path) || /\.\w{1,12}$/.test(path))
      throw new HttpError(404, 'There is nothing at this address');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', withStyleNonce(String(reply.getHeader('content-security-policy')), nonce))
      .header('cache-control', 'no-cache')
      .header('vary', 'host, x-forwarded-host')
      .send(pageOf(template, nonce, request, config));
  });
}
