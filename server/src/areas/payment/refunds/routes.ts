/** HTTP endpoints of refunds. */
import type { FastifyInstance } from 'fastify';
import { refundExport } from '#contract/exports/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import {
  approveRefund,
  createRefund,
  listOrderRefunds,
  listRefunds,
  markTransferred,
  rejectRefund,
  retryRefund,
  setRefundAccount,
} from '#contract/payment/refunds.ts';
import { serve } from '#platform/http/serve.ts';
import { beginExport, readPart } from '../../../services/exports/exporting.ts';
import { askForRefund, refundsOf } from './asking.ts';
import { approve, reject, retry, setAccount, transferred } from './deciding.ts';
import { exportedRefunds } from './exported-refunds.ts';
import { countRefunds, listedRefunds } from './queries.ts';

export function refundRoutes(app: FastifyInstance): void {
  const brandOf = (tenant: Tenant) => ({ tenant, config: app.deps.config });
  serve(app, listOrderRefunds, ({ db, tenant, params }) => refundsOf(db, brandOf(tenant), params.id));
  serve(app, createRefund, ({ db, tenant, params, body }) => askForRefund(db, brandOf(tenant), params.id, body));
  serve(app, listRefunds, async ({ db, query }) => {
    const { rows, head } = await listedRefunds(db, query);
    return { ...head, refunds: rows, counts: await countRefunds(db) };
  });
  serve(app, approveRefund, ({ db, tenant, caller, params }) => approve(db, brandOf(tenant), caller, params.id));
  serve(app, rejectRefund, ({ db, caller, params, body }) => reject(db, caller, params.id, body.note));
  serve(app, retryRefund, ({ db, tenant, params, body }) => retry(db, brandOf(tenant), params.id, body.byTransfer));
  serve(app, setRefundAccount, ({ db, params, body }) => setAccount(db, params.id, body));
  serve(app, markTransferred, ({ db, body }) => transferred(db, body));
  serve(app, refundExport.begin, (context) => beginExport(context, exportedRefunds));
  serve(app, refundExport.read, (context) => readPart(context, exportedRefunds));
}
