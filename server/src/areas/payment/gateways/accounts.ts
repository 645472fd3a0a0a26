/** Gateways of a brand by its configuration, and the sentence that says what is missing. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Gateway } from '#contract/payment/gateways.ts';
import type { Config } from '#platform/config.ts';
import { paymentName } from '#platform/config-payment.ts';
import type { PaymentGateway } from './gateway.ts';
import { openMidtrans } from './midtrans.ts';
import { openXendit } from './xendit.ts';

type Settings = Pick<Config, 'payment' | 'brands'>;

/** Gateway that makes the links of a brand; undefined: none. */
export const linkGateway = ({ payment }: Settings, tenant: Tenant): Gateway | undefined =>
  payment[tenant].midtrans ? 'midtrans' : payment[tenant].xendit ? 'xendit' : undefined;

/** Client of a gateway; undefined: the brand has no account there. */
export function openGateway({ payment }: Settings, tenant: Tenant, gateway: Gateway): PaymentGateway | undefined {
  const { midtrans, xendit, endpoint } = payment[tenant];
  if (gateway === 'midtrans') return midtrans && openMidtrans(midtrans, endpoint);
  return xendit && openXendit(xendit, endpoint);
}

/** Settings that an operator has to make before links can be made, in a sentence. */
export const setUpText = ({ brands }: Settings, tenant: Tenant): string =>
  `${brands[tenant]} has no payment gateway. Set ${paymentName(tenant, 'MIDTRANS_SERVER_KEY')}, or ${paymentName(
    tenant,
    'XENDIT_SECRET_KEY',
  )} and ${paymentName(tenant, 'XENDIT_CALLBACK_TOKEN')}, and restart the server.`;
