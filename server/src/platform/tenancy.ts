/** Tenants of hosts and requests (spec §1; domain.md, Tenants). */
import type { FastifyRequest } from 'fastify';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import { HttpError } from './errors.ts';

/** Tenant of a host: an exact mapping, else a label that contains `cyber` or `data`, else coding. */
export function tenantOfHost(host: string, mapped: ReadonlyMap<string, Tenant>): Tenant {
  const hostname = host.toLowerCase().replace(/:\d+$/, '');
  const exact = mapped.get(hostname);
  if (exact) return exact;
  const labels = hostname.split('.');
  return tenants.find((tenant) => tenant !== 'coding' && labels.some((label) => label.includes(tenant))) ?? 'coding';
}

/** Tenant in the `X-Tenant` header; undefined if absent, 403 if unknown. */
export function tenantFromHeader(request: FastifyRequest): Tenant | undefined {
  const header = request.headers['x-tenant'];
  if (header === undefined) return undefined;
  const tenant = tenants.find((one) => one === header);
  if (!tenant) throw new HttpError(403, 'There is no such tenant');
  return tenant;
}

interface Addresses {
  port: number;
  host: string;
  production: boolean;
  tenantHosts: ReadonlyMap<string, Tenant>;
}

/** Addresses to listen on that a browser of this machine reaches as localhost. */
const reachedAsLocalhost = new Set(['127.0.0.1', 'localhost', '0.0.0.0', '::', '::1']);

/**
 * Origin of a tenant's pages on this machine; browsers resolve every name under localhost, and its first label names
 * the tenant. null: the server listens on another address.
 */
export function localOrigin(tenant: Tenant, { host, port }: Pick<Addresses, 'host' | 'port'>): string | null {
  if (!reachedAsLocalhost.has(host)) return null;
  return `http://${tenant === 'coding' ? 'localhost' : `${tenant}.localhost`}:${port}`;
}

/**
 * Public origin of a tenant's pages, from the configuration alone, since any client can send any Host header: the
 * tenant's first host in TENANT_HOSTS, else, outside production, this machine. null: none is configured, or the system
 * chooses the port.
 */
export function publicOrigin(tenant: Tenant, config: Addresses): string | null {
  const [mapped] = [...config.tenantHosts].find(([, one]) => one === tenant) ?? [];
  if (mapped) return `https://${mapped}`;
  return config.production || config.port === 0 ? null : localOrigin(tenant, config);
}
