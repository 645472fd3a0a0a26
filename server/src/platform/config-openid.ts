/** Settings of sign-in with an OpenID provider: the environment variables of each tenant. */
import { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import * as value from './config-values.ts';

/** OpenID provider of a tenant's staff, such as Google Workspace, Entra or Keycloak. */
export interface OpenIdProvider {
  /** Issuer, whose `/.well-known/openid-configuration` describes the provider. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name on the button of the sign-in page. */
  name: string;
}

type OpenIdPart = 'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME';
type OpenIdName = `OPENID_${Uppercase<Tenant>}_${OpenIdPart}`;
/** Name of a tenant's variable, such as `OPENID_CODING_ISSUER`. */
export const openIdName = (tenant: Tenant, part: OpenIdPart) =>
  `OPENID_${tenant.toUpperCase() as Uppercase<Tenant>}_${part}` as const;

/** https, because the client's secret is sent to it; http on this machine only. */
const issuer = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(new URL(text).href),
    'must be a URL that begins with https://',
  );

/** Schemas of all tenants' variables; each is optional. */
export const openIdRules = Object.fromEntries<z.ZodOptional<z.ZodType<string>>>(
  tenants.flatMap((tenant) => [
    [openIdName(tenant, 'ISSUER'), issuer.optional()],
    [openIdName(tenant, 'CLIENT_ID'), value.word.optional()],
    [openIdName(tenant, 'CLIENT_SECRET'), value.word.optional()],
    [openIdName(tenant, 'NAME'), value.brand.optional()],
  ]),
) as Record<OpenIdName, z.ZodOptional<z.ZodType<string>>>;
