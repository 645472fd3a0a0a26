/**
 * Security rules of one tenant's hosted project: firestore.rules with the tenant's name, so that other tenants' tokens
 * are refused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tenant } from '../../contract/src/kernel/endpoint.ts';

export function rulesOf(tenant: Tenant): string {
  const [before, after, ...more] = readFileSync(join(import.meta.dirname, '../../firestore.rules'), 'utf8').split(
    `'TENANT'`,
  );
  if (after === undefined || more.length > 0) throw new Error('firestore.rules must name its tenant exactly once');
  return `${before}'${tenant}'${after}`;
}
