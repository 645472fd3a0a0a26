/** Products that a voucher applies to, grouped by their prices after the current discounts. */
import { sql } from 'kysely';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { finalPrice } from '#contract/pricing/price.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { voucherEffect } from '#contract/voucher/effect.ts';
import type { Db } from '#platform/database/database.ts';
import { type ActiveDiscount, activeDiscount } from '#shared/pricing/pricing.ts';
import { findVoucher } from './queries.ts';

type Group = Reply<typeof voucherEffect>['prices'][number];

interface Row {
  price: number;
  reduction: ActiveDiscount | null;
  products: number;
  witness: Group['witness'];
}

const types = Object.keys(kindOfProduct) as ProductType[];

/** Prices of one product type: of all published products, or of those the voucher is assigned to. */
function pricesOf(type: ProductType, voucherId: string, isAll: boolean) {
  const { table, column, linkedTo } = tableOfKind(kindOfProduct[type]);
  const isAssigned = sql`exists (select 1 from ${sql.table(linkedTo('voucher'))} link
    where link.voucher_id = ${voucherId} and link.${sql.ref(column)} = one.id)`;
  return sql`select price, ${activeDiscount(kindOfProduct[type], 'one')}::jsonb as reduction, json_build_object(
      'productType', ${sql.lit(type)}, 'productId', id, 'name', name) as witness, name
    from ${sql.table(table)} one where is_published and ${isAll ? sql`true` : isAssigned}`;
}

/** Prices of published products: all, the assigned ones (`all` false), or as saved. 404 if there is no voucher. */
export async function findEffect(db: Db, id: string, all: boolean | undefined): Promise<Reply<typeof voucherEffect>> {
  const { allProduct } = await findVoucher(db, id);
  const sold = types.map((type) => pricesOf(type, id, all ?? allProduct));
  const { rows } =
    await sql<Row>`select price, reduction, count(*)::int as products, (array_agg(witness order by name))[1] as witness
    from (${sql.join(sold, sql` union all `)}) sold group by price, reduction`.execute(db);
  return {
    prices: rows.map(({ price, reduction, ...row }) => ({
      ...row,
      price: finalPrice(price, reduction),
      isDiscounted: reduction !== null,
    })),
  };
}
