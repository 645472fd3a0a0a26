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
