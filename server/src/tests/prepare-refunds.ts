/** Prepares records for calls of refunds: an order that holds its money, and a refund in the state that a call needs. */
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import {
  createRefund,
  markTransferred,
  rejectRefund,
  retryRefund,
  setRefundAccount,
  approveRefund,
} from '#contract/payment/refunds.ts';
import { agentId } from './prepare-agents.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';

const states = new Map<Endpoint, string>([
  [approveRefund, 'to-approve'],
  [rejectRefund, 'to-approve'],
  [setRefundAccount, 'to-transfer'],
  [markTransferred, 'to-transfer'],
  [retryRefund, 'failed'],
]);

export async function prepareRefunds(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  const state = states.get(entry);
  if (state === undefined && entry !== createRefund) return;
  const held = 900_000;
  const [refund] = await sql('select order_id from refund where id = $1', [ids.refund]);
  const order = ids.order ?? refund?.['order_id'];
  if (!order) return;
  await sql(`update "order" set status = 'paid', paid_at = now(), total_amount = $2 where id = $1`, [order, held]);
  await sql('delete from refund where order_id = $1 and id <> $2', [order, ids.refund ?? order]);
  await sql('delete from payment where order_id = $1', [order]);
  await sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount) values ($1, $2, 'charge', 'manual', '', $3)`,
    [tenant, order, held],
  );
  await sql('delete from order_item where order_id = $1', [order]);
  await sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
      values ($1, $2, 1, 'courses', $3, 'Sampel', $4)`,
    [tenant, order, agentId, held],
  );
  if (state) await sql('update refund set state = $2, amount = 1000 where id = $1', [ids.refund, state]);
}

/** Items of valid input, without an amount beside them. */
export const refundedBy = (entry: Endpoint) => (entry === createRefund ? { amount: undefined } : {});
