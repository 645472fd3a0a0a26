/**
 * Reads a tenant's hosted tracking documents in every way that the admin app does, and reports whether the results
 * agree (docs/guide/order-tracking.md). Opt-in: it needs FIREBASE_{TENANT}_* like the server, reads every document
 * several times (which Google bills), and changes nothing. It also fails when an index of firestore.indexes.json is
 * missing.
 *
 * npm run hosted:check -- coding
 */
import { randomUUID } from 'node:crypto';
import { tenants, type Tenant } from '../contract/src/kernel/endpoint.ts';
import { trackingCollections } from '../contract/src/order-tracking/endpoints.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { readFirestore } from '../server/src/platform/firestore.ts';
import { trackingAccessOf } from '../server/src/areas/order-tracking/documents/access-grant.ts';
import { checkReads } from '../conformance/tracking-client.checks.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';

async function check(tenant: Tenant): Promise<void> {
  const project = readConfig(process.env).firebase[tenant];
  if (!project)
    throw new Error(
      `FIREBASE_${tenant.toUpperCase()}_PROJECT_ID and its companions are not set: the documents of ${tenant} are embedded.`,
    );
  const reader = {
    userId: randomUUID(),
    name: 'Check',
    sessionId: randomUUID(),
    tenant,
    role: 'customer-service',
  } as const;
  const client = openTracking(() => trackingAccessOf(reader, project), 'http://unused.invalid');
  const started = performance.now();
  try {
    const orders = await checkReads(client);
    // As the desk does; refused without the role of the service account.
    await readFirestore(project, trackingCollections.orders, ['no-such-order'], ['status']);
    const numbers = await client.customerServices();
    console.log(
      `${project.projectId}: ${orders} orders and ${numbers.length} customer-service numbers agree, ${Math.round(performance.now() - started)} ms.`,
    );
  } finally {
    await client.close();
  }
}

const tenant = tenants.find((known) => known === process.argv[2]);
try {
  if (!tenant) throw new Error(`Which tenant? One of ${tenants.join(', ')}.`);
  await check(tenant);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
