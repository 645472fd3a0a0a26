/** Settings of payment gateways: the environment variables of each tenant's accounts at Midtrans and Xendit. */
import type { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import * as value from './config-values.ts';

/** Accounts of a tenant; undefined: none. */
export interface PaymentAccounts {
  midtrans: { serverKey: string; isSandbox: boolean } | undefined;
  xendit: { secretKey: string; callbackToken: string } | undefined;
  /** Address that is called instead of both gateways': a proxy, or a test server; undefined: theirs. */
  endpoint: string | undefined;
  /** The accounts are those of the simulator (PAYMENT_SIMULATOR). */
  isSimulated: boolean;
}

type PaymentPart = 'MIDTRANS_SERVER_KEY' | 'MIDTRANS_SANDBOX' | 'XENDIT_SECRET_KEY' | 'XENDIT_CALLBACK_TOKEN';
type PaymentName = `PAYMENT_${Uppercase<Tenant>}_${PaymentPart}`;
/** Name of a tenant's variable, such as `PAYMENT_CODING_XENDIT_SECRET_KEY`. */
export const paymentName = <Part extends PaymentPart>(tenant: Tenant, part: Part) =>
  `PAYMENT_${tenant.toUpperCase() as Uppercase<Tenant>}_${part}` as const;

type Flags = Record<Extract<PaymentName, `${string}SANDBOX`>, z.ZodDefault<typeof value.flag>>;
type Secrets = Record<Exclude<PaymentName, `${string}SANDBOX`>, z.ZodOptional<typeof value.word>>;

/** Schemas of all variables; each is optional. */
export const paymentRules = {
  /** Port of the simulator of both gateways, for brands without an account. */
  PAYMENT_SIMULATOR: value.port.optional(),
  PAYMENT_ENDPOINT: value.url('http', 'https').optional(),
  ...(Object.fromEntries(
    tenants.flatMap((tenant) => [
      [paymentName(tenant, 'MIDTRANS_SERVER_KEY'), value.word.optional()],
      [paymentName(tenant, 'MIDTRANS_SANDBOX'), value.flag.default(false)],
      [paymentName(tenant, 'XENDIT_SECRET_KEY'), value.word.optional()],
      [paymentName(tenant, 'XENDIT_CALLBACK_TOKEN'), value.word.optional()],
    ]),
  ) as Flags & Secrets),
};

/** Accounts at the simulator; one brand has the other gateway, so that both can be tried. */
export const simulatedAccounts = (tenant: Tenant, endpoint: string): PaymentAccounts => ({
  midtrans: tenant === 'cyber' ? undefined : { serverKey: `simulated-server-key-${tenant}`, isSandbox: true },
  xendit:
    tenant === 'cyber' ? { secretKey: 'simulated-secret-key', callbackToken: 'simulated-callback-token' } : undefined,
  endpoint,
  isSimulated: true,
});
