/** HTTP endpoints of payment links, and of the gateways' notifications. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import {
  type Gateway,
  createPaymentLink,
  getPaymentLink,
  midtransNotification,
  tenantOfReference,
  xenditNotification,
} from '#contract/payment/gateways.ts';
import type { PaymentAccounts } from '#platform/config-payment.ts';
import { HttpError } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { isSame } from '#platform/is-same.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { transactionAs } from '#platform/transaction.ts';
import { setUpText } from './accounts.ts';
import { settlePayment } from './jobs.ts';
import { createLink, readLink } from './links.ts';
import { isFromMidtrans } from './midtrans.ts';

interface Received {
  request: FastifyRequest;
  /** Brand of the address. */
  tenant: Tenant;
  gateway: Gateway;
  /** Id of the payment. */
  reference: string;
  /** undefined: the brand has no account at the gateway. */
  isSigned: (accounts: PaymentAccounts) => boolean | undefined;
}

/**
 * Takes a notification, which names its brand by the payment: brands may share an account, which has one address for
 * all. A wrong signature is recorded, in few rows however many arrive.
 */
async function receive({ request, gateway, reference, isSigned, ...at }: Received) {
  const { config, database } = request.server.deps;
  const tenant = tenantOfReference(reference) ?? at.tenant;
  const db = database.tenant(tenant);
  const isRight = isSigned(config.payment[tenant]);
  if (isRight === undefined) throw new HttpError(503, setUpText(config, tenant));
  if (!isRight) {
    await securityEvent({ db, request }, { kind: 'notice-refused', tenant, facts: { gateway } });
    throw new HttpError(401, 'The signature of this notification is wrong');
  }
  await transactionAs(null, db, request.id, async (tx) => {
    const link = await tx
      .selectFrom('paymentLink')
      .select('id')
      .where('reference', '=', reference)
      .where('gateway', '=', gateway)
      .executeTakeFirst();
    if (link) await enqueue(tx, settlePayment, { linkId: link.id });
  });
  return {};
}

export function gatewayRoutes(app: FastifyInstance): void {
  const own = { ownTransactions: true };
  serve(app, getPaymentLink, ({ db, tenant, params }) => readLink(db, app.deps.config, tenant, params.id));
  serve(app, createPaymentLink, ({ params, ...work }) => createLink(work, params.id), own);
  serve(
    app,
    midtransNotification,
    ({ request, tenant, body }) =>
      receive({
        request,
        tenant,
        gateway: 'midtrans',
        reference: body.order_id,
        isSigned: ({ midtrans }) => midtrans && isFromMidtrans(body, midtrans),
      }),
    own,
  );
  serve(
    app,
    xenditNotification,
    ({ request, tenant, body }) =>
      receive({
        request,
        tenant,
        gateway: 'xendit',
        reference: body.external_id,
        isSigned: ({ xendit }) => xendit && isSame(String(request.headers['x-callback-token']), xendit.callbackToken),
      }),
    own,
  );
}
