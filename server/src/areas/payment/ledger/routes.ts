/** HTTP endpoints of the ledger. */
import type { FastifyInstance } from 'fastify';
import { listPayments, recordPayment, takePaymentBack } from '#contract/payment/entries.ts';
import { serve } from '#platform/http/serve.ts';
import { findLedger } from './queries.ts';
import { record, takeBack } from './service.ts';

export function ledgerRoutes(app: FastifyInstance): void {
  serve(app, listPayments, ({ params, db }) => findLedger(db, params.id));
  serve(app, recordPayment, ({ params, body, db }) => record(db, params.id, body));
  serve(app, takePaymentBack, ({ params, db }) => takeBack(db, params.id, params.paymentId));
}
