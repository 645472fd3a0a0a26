/** Way of a refund's money: the gateway that took the payment, as long as it pays that method back, or a bank transfer. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { refundableUntil } from '#contract/payment/refund-rules.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { openGateway } from '../gateways/accounts.ts';
import { findGatewayPayment } from './queries.ts';

export interface Brand {
  tenant: Tenant;
  config: Config;
}

/** Gateway that can pay back now, with its payment; otherwise the reason for a bank transfer. */
export async function findWay(db: Db, { tenant, config }: Brand, orderId: string) {
  const payment = await findGatewayPayment(db, tenant, orderId);
  if (!payment) return { because: 'It was not paid by a payment link.' };
  const { provider, method, at, left: most, reference } = payment;
  const name = gatewayNames[provider];
  const until = refundableUntil(provider, method, at);
  if (until === undefined) return { because: `${name} does not pay ${method} back.` };
  if (until !== null && until < new Date().toISOString())
    return { because: `${name} paid ${method} back until ${jakartaDay(new Date(until))}.` };
  if (!openGateway(config, tenant, provider)) return { because: `${name} is no longer set up.` };
  return { because: '', gateway: { name: provider, most, until }, payment: { reference, method } };
}
