/** Starts the server beside the simulator of payment gateways on port PAYMENT_SIMULATOR; for the demo, not for production. */
import { type Tenant } from '#contract/kernel/endpoint.ts';
import { tenantOfReference } from '#contract/payment/gateways.ts';
import { simulatedAccounts } from '#platform/config-payment.ts';
import { openSimulator } from '../server/src/areas/payment/gateways/testing/simulator.ts';

const accountOf = (tenant: Tenant) => simulatedAccounts(tenant, '');
const { xendit } = accountOf('cyber');
const port = Number(process.env['PAYMENT_SIMULATOR']);
try {
  await openSimulator({
    port,
    serverKeyOf: (reference) => accountOf(tenantOfReference(reference) ?? 'coding').midtrans?.serverKey ?? '',
    ...xendit!,
    notify: (gateway) => `http://127.0.0.1:${process.env['PORT'] ?? 4000}/api/payment/${gateway}/notification/`,
  });
} catch (error) {
  console.error(`The payment simulator cannot listen on port ${port}: ${(error as Error).message}`);
}
await import('../server/src/main.ts');
