/** Which tenant a host or a request belongs to (spec §1; domain.md, Tenants). */
import type { FastifyRequest } from 'fastify';
import { type Tenant, tenants } from '#contract/kernel.ts';
import { HttpError } from './errors.ts';

/** Exact mapping first; then a label of the host that contains `cyber` or `data`; everything else is coding. */
export function tenantOfHost(host: string, mapped: ReadonlyMap<string, Tenant>): Tenant {
  const hostname = host.toLowerCase().replace(/:\d+$/, '');
  const exact = mapped.get(hostname);
  if (exact) return exact;
  const labels = hostname.split('.');
  return tenants.find((tenant) => tenant !== 'coding' && labels.some((label) => label.includes(tenant))) ?? 'coding';
}

/** The tenant a request names in `X-Tenant`; undefined when it names none, a refusal when there is no such tenant. */
export function namedTenant(request: FastifyRequest): Tenant | undefined {
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

/** Where the pages of a tenant are, as far as the configuration knows: `https://cyber.example.com`, or this machine. */
export function publicOrigin(tenant: Tenant, { port, tenantHosts }: Hosts): string {
  const [mapped] = [...tenantHosts].find(([, one]) => one === tenant) ?? [];
  if (mapped) return `https://${mapped}`;
  return `http://${tenant === 'coding' ? 'localhost' : `${tenant}.localhost`}:${port}`;
}

/** Where the pages of a tenant are, as who calls reaches them; null where they call by another tenant's host. */
export function originOfRequest(
  { protocol, host }: FastifyRequest,
  tenant: Tenant,
  { tenantHosts }: Pick<Hosts, 'tenantHosts'>,
): string | null {
  return tenantOfHost(host, tenantHosts) === tenant ? `${protocol}://${host}` : null;
}
