/** Links in broadcast mails by which a person opts out without signing in (RFC 8058). */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Config } from '#platform/config.ts';
import { notFound } from '#platform/errors.ts';
import { isSame } from '#platform/is-same.ts';
import { publicOrigin } from '#platform/tenancy.ts';

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`unsubscribe/${text}`).digest('base64url');

/** Without dots, so that a link whose end was cut off does not look like the address of a file. */
const separator = '~';

/** Token of a person: brand, id and signature. */
export const unsubscribeToken = ({ jwtSecret }: Pick<Config, 'jwtSecret'>, tenant: Tenant, userId: string): string =>
  [tenant, userId, signatureOf(jwtSecret, `${tenant}.${userId}`)].join(separator);

/** Addresses of a person's page and of the call of mail clients. @throws Error without an address of the brand */
export function unsubscribeUrl(config: Config, tenant: Tenant, userId: string) {
  const origin = publicOrigin(tenant, config);
  if (origin === null) throw new Error(originMissing);
  const token = unsubscribeToken(config, tenant, userId);
  return { page: `${origin}/unsubscribe/${token}`, oneClick: `${origin}/api/unsubscribe/${token}/` };
}

/** Setting that mails with such links need, in a sentence. */
export const originMissing =
  'Set TENANT_HOSTS to the address of this brand, and restart the server: mails need a link to unsubscribe.';

const named = z.tuple([z.enum(tenants), id, z.string()]);

/** Brand and person of a token; 404 unless it is signed. */
export function readToken({ acceptedSecrets }: Pick<Config, 'acceptedSecrets'>, token: string) {
  const { data } = named.safeParse(token.split(separator));
  if (!data) throw notFound('link');
  const [tenant, userId, signature] = data;
  if (!acceptedSecrets.some((secret) => isSame(signature, signatureOf(secret, `${tenant}.${userId}`))))
    throw notFound('link');
  return { tenant, userId };
}
