/** Settings of WhatsApp: the environment variables of each tenant's account at Meta's Cloud API. */
import type { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import * as value from './config-values.ts';

/** Account of a tenant. */
export interface WhatsAppAccount {
  token: string;
  /** Id of the phone number that sends. */
  phoneId: string;
  /** Id of the WhatsApp Business Account, which has the templates. */
  businessId: string;
  /** Key of the webhook's signatures. */
  appSecret: string;
  /** Word by which the webhook is set up. */
  verifyToken: string;
  /** Address that is called instead of Meta's; undefined: theirs. */
  endpoint: string | undefined;
  /** The account is that of the simulator (WHATSAPP_SIMULATOR). */
  isSimulated: boolean;
}

const parts = ['TOKEN', 'PHONE_ID', 'BUSINESS_ID', 'APP_SECRET', 'VERIFY_TOKEN'] as const;
type WhatsAppPart = (typeof parts)[number];
type WhatsAppName = `WHATSAPP_${Uppercase<Tenant>}_${WhatsAppPart}`;
/** Name of a tenant's variable, such as `WHATSAPP_CODING_TOKEN`. */
export const whatsAppName = <Part extends WhatsAppPart>(tenant: Tenant, part: Part) =>
  `WHATSAPP_${tenant.toUpperCase() as Uppercase<Tenant>}_${part}` as const;

/** Schemas of all variables; each is optional. */
export const whatsAppRules = {
  /** Port of the simulator, for brands without an account. */
  WHATSAPP_SIMULATOR: value.port.optional(),
  WHATSAPP_ENDPOINT: value.url('http', 'https').optional(),
  ...(Object.fromEntries(
    tenants.flatMap((tenant) => parts.map((part) => [whatsAppName(tenant, part), value.word.optional()])),
  ) as Record<WhatsAppName, z.ZodOptional<typeof value.word>>),
};

/** Account at the simulator. */
export const simulatedWhatsApp = (tenant: Tenant, endpoint: string): WhatsAppAccount => ({
  token: `simulated-token-${tenant}`,
  phoneId: `10000000${tenants.indexOf(tenant)}`,
  businessId: `20000000${tenants.indexOf(tenant)}`,
  appSecret: `simulated-app-secret-${tenant}`,
  verifyToken: `simulated-verify-token-${tenant}`,
  endpoint,
  isSimulated: true,
});
