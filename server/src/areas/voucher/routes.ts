/** HTTP endpoints of vouchers. */
import type { FastifyInstance } from 'fastify';
import { vouchers, listRedemptions } from '#contract/voucher/endpoints.ts';
import { voucherEffect } from '#contract/voucher/effect.ts';
import { listCodes, makeCodes, readCodes, removeUnusedCodes } from '#contract/voucher/codes.ts';
import { unassignAllFromVoucher } from '#contract/pricing/unassign-all.ts';
import { assignToVoucher, unassignFromVoucher } from '#contract/voucher/choice.ts';
import { serve } from '#platform/http/serve.ts';
import { serveSwitched } from '#platform/http/serve-record.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { voucherLinks } from './batches.ts';
import * as codes from './codes.ts';
import { findEffect } from './effect.ts';
import { findRedemptions, findVoucher } from './queries.ts';
import * as service from './service.ts';

export function voucherRoutes(app: FastifyInstance): void {
  serveSwitched(app, vouchers, service.voucherRecord);
  serve(app, unassignAllFromVoucher, ({ params, db, caller }) => service.unassignAll(db, caller, params.id));
  serve(app, assignToVoucher, ({ params, body, db, caller }) => service.assignAll(db, caller, params.id, body));
  serve(app, unassignFromVoucher, ({ params, body, db, caller }) =>
    service.unassignChosen(db, caller, params.id, body),
  );
  serve(app, listRedemptions, async ({ params, query, db }) => {
    await findVoucher(db, params.id);
    return findRedemptions(db, params.id, query);
  });
  serve(app, voucherEffect, ({ params, query, db }) => findEffect(db, params.id, query.all));
  serve(app, makeCodes, ({ params, body, db }) => codes.makeCodes(db, params.id, body));
  serve(app, removeUnusedCodes, ({ params, db }) => codes.removeUnused(db, params.id));
  serve(app, listCodes, ({ params, query, db }) => codes.findCodes(db, params.id, query));
  serve(app, readCodes, ({ params, db }) => codes.readAllCodes(db, params.id));
  for (const { assignment, kind } of voucherLinks) serveAssignment(app, assignment, {}, kind);
}
