/** Public addresses of files and pages, which other sites show. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { publicOrigin } from '#platform/tenancy.ts';

export interface Site {
  tenant: Tenant;
  config: Config;
}

/** Absolute address of an address that may be a path of this site; stays a path if this site's address is unknown. */
export function absolute({ tenant, config }: Site, address: string): string {
  const origin = publicOrigin(tenant, config);
  return origin === null ? address : new URL(address, origin).href;
}
