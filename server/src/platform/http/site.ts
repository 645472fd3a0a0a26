/** The admin app's files, and its page for every address that is not a file: with the tenant and brand of the host. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { tenantOfHost } from '#platform/tenancy.ts';
import { HttpError } from '../errors.ts';
import { pdfPolicy } from './security.ts';

const builtAdmin = join(import.meta.dirname, '../../../../admin/dist');
const aYear = 365 * 24 * 3600;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What the build says of the files that pages need: links, by a regular expression for the pages' addresses. */
interface Preload {
  signIn: readonly string[];
  pages: readonly (readonly [address: string, links: readonly string[]])[];
}

/** The template without what the build says beside it, and the links for the head of a page. */
function readTemplate(html: string) {
  const [comment = '', said = '{"signIn":[],"pages":[]}'] = /<!--preload (.*?)-->/s.exec(html) ?? [];
  const { signIn, pages } = JSON.parse(said) as Preload;
  const known = pages.map(([address, links]) => ({ address: new RegExp(address), links: links.join('') }));
  const linksOf = (path: string, isSignedIn: boolean) =>
    isSignedIn ? (known.find(({ address }) => address.test(path))?.links ?? '') : signIn.join('');
  return { template: html.replace(comment, '<!--links-->'), linksOf };
}

/**
 * The page of a host: title `Admin | {brand}`, the tenant's favicon and accent (spec §1); for who is signed in, what
 * comes next.
 */
function pageOf(template: string, links: string, { host }: FastifyRequest, config: Config): string {
  const tenant = tenantOfHost(host, config.tenantHosts);
  const values: Record<string, string> = {
    TENANT: tenant,
    BRAND: config.brands[tenant],
    DEMO: config.demo ? '1' : '0',
    SIZES: JSON.stringify(config.pageSizes),
  };
  return template
    .replace('<!--links-->', links)
    .replace(/%([A-Z]+)%/g, (whole, key: string) => (key in values ? escapeHtml(values[key] ?? '') : whole));
}

/** Without a built admin (server tests, development behind Vite) only the API answers. */
export async function serveSite(app: FastifyInstance, config: Config): Promise<void> {
  const index = join(builtAdmin, 'index.html');
  if (!existsSync(index)) return;
  const { template, linksOf } = readTemplate(readFileSync(index, 'utf8'));
  await app.register(staticFiles, {
    root: builtAdmin,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      if (path.endsWith('.pdf')) response.header('content-security-policy', pdfPolicy);
      response.header('cache-control', path.includes('/assets/') ? `public, max-age=${aYear}, immutable` : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`;
    if (/^\/(api|assets|files|upload)(\/|$)/.test(path) || /\.\w+$/.test(path))
      throw new HttpError(404, 'There is nothing at this address');
    const isSignedIn = /(^|; )role=./.test(request.headers.cookie ?? '');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'host, x-forwarded-host, cookie')
      .send(pageOf(template, linksOf(path, isSignedIn), request, config));
  });
}
