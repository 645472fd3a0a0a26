/** Report of a campaign: sales of its promotions, from the sums by day that *Sales* shows. */
import { sql } from 'kysely';
import type { campaignSales } from '#contract/campaign/promotions.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { SalesFigures } from '#contract/order/sales.ts';
import type { Db } from '#platform/database/database.ts';
import { promotionsOf } from '#shared/sales-lines.ts';
import { findCampaign } from './queries.ts';

type Report = Reply<typeof campaignSales>;

/** Sales from the first day until today; orders of a campaign are paid, and paid back, after its end too. */
export async function findCampaignSales(db: Db, id: string): Promise<Report> {
  const { startDate, promotions } = await findCampaign(db, id);
  const [from, to] = [jakartaDay(new Date(startDate)), jakartaDay(new Date())];
  if (from > to) return { period: null, rows: [] };
  const { rows: sold } = await sql<SalesFigures & { key: string }>`select key, orders, discounts, net
    from (${promotionsOf({ from, to })}) line where key = any(${promotions.map((one) => one.id)}::text[])`.execute(db);
  const byId = new Map(sold.map((row) => [row.key, row]));
  const rows = promotions.map(({ kind, id: one, name, code, usedCount }) => {
    const { orders = 0, discounts = 0, net = 0 } = byId.get(one) ?? {};
    return { kind, id: one, name, code, orders, discounts, net, usedCount };
  });
  return { period: { from, to }, rows };
}
