/**
 * Starts the server beside the simulators of payment gateways (port PAYMENT_SIMULATOR) and of WhatsApp (WHATSAPP_SIMULATOR);
 * for the demo, not for production.
 */
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { tenantOfReference } from '#contract/payment/gateways.ts';
import { simulatedAccounts } from '#platform/config-payment.ts';
import { simulatedWhatsApp } from '#platform/config-whatsapp.ts';
import { openWhatsAppSimulator } from '../server/src/areas/broadcast/whatsapp/testing/simulator.ts';
import { openSimulator } from '../server/src/areas/payment/gateways/testing/simulator.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 4000}/api`;

/** Starts a simulator on the port of a variable, if it is set. */
async function start(name: string, variable: string, open: (port: number) => Promise<unknown>): Promise<void> {
  const port = Number(process.env[variable]?.trim());
  if (!port) return;
  await open(port).catch((error: unknown) =>
    console.error(`The simulator of ${name} cannot listen on port ${port}: ${(error as Error).message}`),
  );
}

const accountOf = (tenant: Tenant) => simulatedAccounts(tenant, '');
const { xendit } = accountOf('cyber');
await start('payments', 'PAYMENT_SIMULATOR', (port) =>
  openSimulator({
    port,
    serverKeyOf: (reference) => accountOf(tenantOfReference(reference) ?? 'coding').midtrans?.serverKey ?? '',
    ...xendit!,
    notify: (gateway) => `${api}/payment/${gateway}/notification/`,
  }),
);
const accounts = tenants.map((tenant) => ({ tenant, ...simulatedWhatsApp(tenant, '') }));
await start('WhatsApp', 'WHATSAPP_SIMULATOR', (port) =>
  openWhatsAppSimulator({
    port,
    accounts,
    webhook: ({ phoneId }) => `${api}/webhooks/whatsapp/${accounts.find((one) => one.phoneId === phoneId)!.tenant}/`,
  }),
);
await import('../server/src/main.ts');
