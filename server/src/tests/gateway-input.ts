/** Accounts at payment gateways for tests of the whole server, and input that they sign. */
import { createHash } from 'node:crypto';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import {
  createPaymentLink,
  midtransNotification,
  referenceOf,
  xenditNotification,
} from '#contract/payment/gateways.ts';
import type { Sql } from '#platform/testing/user.ts';

const key = 'sample-key';

/** Accounts of one brand; links that are open are returned without a call of the gateway. */
export const gatewayAccounts: Readonly<Record<string, string>> = {
  PAYMENT_CODING_MIDTRANS_SERVER_KEY: key,
  PAYMENT_CODING_XENDIT_SECRET_KEY: key,
  PAYMENT_CODING_XENDIT_CALLBACK_TOKEN: key,
};

const about = { order_id: 'lain', status_code: '200', gross_amount: '1.00' };
const signed = createHash('sha512').update(Object.values(about).join('') + key);

/** Values of a notification of Midtrans, about a payment of another program. */
export const signedBy = (entry: Endpoint) =>
  entry === midtransNotification && { ...about, signature_key: signed.copy().digest('hex') };

/** Headers that a call needs beside its input. */
export const headersOf = (entry: Endpoint) => entry === xenditNotification && { 'x-callback-token': key };

/** Makes an order that has an open link. */
export async function prepareLink(sql: Sql, entry: Endpoint, tenant: Tenant, order: string | undefined): Promise<void> {
  if (entry !== createPaymentLink || !order) return;
  await sql(`update "order" set status = 'unpaid', total_amount = greatest(total_amount, 1) where id = $1`, [order]);
  await sql('delete from payment_link where order_id = $1', [order]);
  await sql('delete from payment where order_id = $1', [order]);
  await sql(
    `insert into payment_link (tenant, order_id, attempt, reference, gateway, amount, url, expires_at)
      select tenant, id, 1, $2, 'midtrans', total_amount, 'https://sample.test/pay', now() + interval '1 day' from "order" where id = $1`,
    [order, referenceOf(tenant, order, 1)],
  );
}
