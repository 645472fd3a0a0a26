/** Report of a campaign: sales of its promotions, from the sums by day that *Sales* shows. */
import { sql } from 'kysely';
import type { campaignSales } from '#contract/campaign/promotions.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { SalesFigures } from '#contract/order/sales.ts';
import type { Period } from '#contract/order/sales-periods.ts';
import type { Db } from '#platform/database/database.ts';
import { promotionsOf, voucherByCode } from '#shared/sales-lines.ts';
import { idsOf } from './effect.ts';
import { findCampaign, type Promotion } from './queries.ts';

type Report = Reply<typeof campaignSales>;

/** Orders of some promotions, each once whatever it combines: sold in the period, less what was returned in it. */
async function sumOrders(db: Db, promotions: readonly Promotion[], { from, to }: Period): Promise<Report['total']> {
  const discounts = sql`exists (select from order_item item where item.order_id = o.id and item.discount_amount > 0
    and item.discount_id = any(${idsOf(promotions, 'discount')}::uuid[]))`;
  const voucher = sql`coalesce((select voucher_id from voucher_redemption used where used.order_id = o.id),
    ${voucherByCode(sql`o.voucher_code`)})`;
  const isIn = (day: string) => sql`${sql.ref(day)} between ${from}::date and ${to}::date`;
  const { rows } = await sql<Report['total']>`
    select (count(*) filter (where is_sold))::int as orders,
      coalesce(sum(total_amount) filter (where is_sold), 0)::float8 - coalesce(sum(total_amount) filter (where is_returned), 0)::float8 as net
    from (select total_amount, coalesce(${isIn('sold_on')}, false) as is_sold, coalesce(${isIn('returned_on')}, false) as is_returned
      from "order" o where (${isIn('sold_on')} or ${isIn('returned_on')})
        and (${discounts} or ${voucher} = any(${idsOf(promotions, 'voucher')}::uuid[]))) its`.execute(db);
  return rows[0]!;
}

/** Sales from the first day until today; orders of a campaign are paid, and paid back, after its end too. */
export async function findCampaignSales(db: Db, id: string): Promise<Report> {
  const { startDate, promotions } = await findCampaign(db, id);
  const [from, to] = [jakartaDay(new Date(startDate)), jakartaDay(new Date())];
  if (from > to) return { period: null, total: { orders: 0, net: 0 }, rows: [] };
  const { rows: sold } = await sql<SalesFigures & { key: string }>`select key, orders, discounts, net
    from (${promotionsOf({ from, to })}) line where key = any(${promotions.map((one) => one.id)}::text[])`.execute(db);
  const byId = new Map(sold.map((row) => [row.key, row]));
  const rows = promotions.map(({ kind, id: one, name, code, usedCount }) => {
    const { orders = 0, discounts = 0, net = 0 } = byId.get(one) ?? {};
    return { kind, id: one, name, code, orders, discounts, net, usedCount };
  });
  return { period: { from, to }, total: await sumOrders(db, promotions, { from, to }), rows };
}
