/** Tenants of hosts and requests (spec §1; domain.md, Tenants). */
import type { FastifyRequest } from 'fastify';
import { type Tenant, tenants } from '#contract/kernel.ts';
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

interface Hosts {
  port: number;
  tenantHosts: ReadonlyMap<string, Tenant>;
}

/** Public origin of a tenant's pages by configuration, such as `https://cyber.example.com`; else on localhost. */
export function publicOrigin(tenant: Tenant, { port, tenantHosts }: Hosts): string {
  const [mapped] = [...tenantHosts].find(([, one]) => one === tenant) ?? [];
  if (mapped) return `https://${mapped}`;
  return `http://${tenant === 'coding' ? 'localhost' : `${tenant}.localhost`}:${port}`;
}

/** Origin of a tenant's pages as the caller reaches them; null if the host is another tenant's. */
export function originOfRequest(
  { protocol, host }: FastifyRequest,
  tenant: Tenant,
  { tenantHosts }: Pick<Hosts, 'tenantHosts'>,
): string | null {
  return tenantOfHost(host, tenantHosts) === tenant ? `${protocol}://${host}` : null;
}
