/** Prepares records for calls of companies: a paid order with a seat that nobody claimed. */
import { remindCompany, sendCodes } from '#contract/company/endpoints.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import type { Sql } from '#platform/testing/user.ts';
import { type Ids, addRecord } from '#shared/testing/sample.ts';

/** Makes the order one of the company, and undoes what an earlier call sent. */
export async function prepareCompanies(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  if (entry !== sendCodes && entry !== remindCompany) return;
  const order = ids.order ?? (await addRecord(sql, 'order', tenant));
  await sql('delete from company_mail where tenant = $1', [tenant]);
  await sql(`update "order" set company_id = $2, status = 'paid', paid_at = now() where id = $1`, [order, ids.company]);
  await sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
      values ($1, $2, 9, 'courses', new_id(), 'Dasar Go', 1) on conflict do nothing`,
    [tenant, order],
  );
  await sql(
    `with seats as (insert into voucher (tenant, name, code, discount_type, value, start_date, quota, is_active, is_published, order_id, order_line)
        values ($1, 'Kursi', upper(right(replace(new_id()::text, '-', ''), 12)), 2, 100, now(), 1, true, true, $2, 9)
        on conflict do nothing returning id)
      insert into voucher_code (tenant, voucher_id, code) select $1, id, upper(right(replace(id::text, '-', ''), 12)) from seats`,
    [tenant, order],
  );
}
