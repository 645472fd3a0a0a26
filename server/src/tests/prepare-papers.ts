/** Prepares records for calls of papers: a seller, and an order that was paid. */
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { exportCoretax, issuePaper } from '#contract/payment/papers.ts';
import type { Sql } from '#platform/testing/user.ts';
import { paperContent } from '#shared/testing/sample.ts';
import type { Ids } from '#shared/testing/sample.ts';

/** Day of which valid input asks for the month. */
const paidAt = '2026-01-02T03:00:00Z';

/** Makes an order's invoice issuable; for a file, an order with an invoice that it can have. */
export async function preparePapers(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  if (entry !== issuePaper && entry !== exportCoretax) return;
  await sql(
    `update brand_setting set seller_name = 'PT Sampel', seller_address = 'Jakarta', seller_npwp = '012345678901000', vat = 'otherValue' where tenant = $1`,
    [tenant],
  );
  await sql(`update "order" set status = 'paid', paid_at = $2 where id = $1`, [ids.order, paidAt]);
  if (entry === issuePaper) return;
  await sql(
    `with made as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal,
        total_amount, status, payment_provider, payment_method, paid_at)
      select $1, 'INV/' || new_id(), new_id(), 'Pembeli', '', '', 1, 1, 'paid', '', '', $2 returning id)
    insert into paper (tenant, order_id, kind, number, content) select $1, id, 'invoice', new_id(), $3 from made`,
    [tenant, paidAt, JSON.stringify(paperContent)],
  );
}
