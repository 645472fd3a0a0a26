/** Area of vouchers. */
import { sql } from 'kysely';
import { vouchers } from '#contract/voucher/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { voucherBatches } from './batches.ts';
import { voucherRoutes } from './routes.ts';

export const area: Area = {
  routes: [voucherRoutes],
  batches: voucherBatches,
  searched: [{ table: 'voucher', place: 8, kind: 'voucher', hint: sql`code`, opens: vouchers.list }],
};
