/** Seats of a company's order: single-use codes of a voucher per item, which makes the item free (docs/decisions/0124). */
import { sql } from 'kysely';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { drawFreeCodes } from '../voucher-codes.ts';

/** Company that buys; locked, so that it stays. */
export async function findBuyer(db: Db, companyId: string) {
  const company = await db
    .selectFrom('company')
    .select(['id', 'name', 'address', 'npwp', 'email'])
    .where('id', '=', companyId)
    .forKeyShare()
    .executeTakeFirst();
  if (!company) throw badRequest('This company does not exist', 'companyId');
  return company;
}

interface Sold {
  orderId: string;
  company: Awaited<ReturnType<typeof findBuyer>>;
  items: readonly { productType: ProductType; quantity: number }[];
  endsAt: string | null;
}

/** Links the vouchers of a product type to their products. */
function linkProducts(db: Db, orderId: string, type: ProductType) {
  const { column, linkedTo } = tableOfKind(kindOfProduct[type]);
  return sql`insert into ${sql.table(linkedTo('voucher'))} (voucher_id, ${sql.ref(column)})
    select voucher.id, product_id from voucher join order_item item
      on item.order_id = voucher.order_id and item.line = voucher.order_line
    where voucher.order_id = ${orderId} and product_type = ${type}`.execute(db);
}

/** Buyer and codes of a company's order that was inserted; the codes work once it is paid. */
export async function addSeats(db: Db, { orderId, company, items, endsAt }: Sold): Promise<void> {
  const { id: _, ...buyer } = company;
  await db
    .insertInto('orderBuyer')
    .values({ orderId, ...buyer })
    .execute();
  const seats = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const codes = await drawFreeCodes(db, items.length + seats);
  await sql`insert into voucher (name, code, description, discount_type, value, start_date, end_date, quota, is_stackable,
      is_published, total_codes, order_id, order_line)
    select left(${company.name} || ': ' || product_name, 100), (${codes}::text[])[line], 'Seats of ' || invoice_number,
      ${DiscountType.PERCENTAGE}, 100, now(), ${endsAt}::timestamptz, quantity, true, true, quantity, "order".id, line
    from order_item join "order" on "order".id = order_id where order_id = ${orderId}`.execute(db);
  for (const type of new Set(items.map(({ productType }) => productType))) await linkProducts(db, orderId, type);
  // Codes of an item follow those of the items before it.
  await sql`insert into voucher_code (voucher_id, code)
    select voucher.id, (${codes}::text[])[${items.length}::int + before + seat]
    from voucher join (select line, quantity, sum(quantity) over (order by line) - quantity as before
        from order_item where order_id = ${orderId}) item on item.line = voucher.order_line,
      generate_series(1, item.quantity) seat
    where voucher.order_id = ${orderId}`.execute(db);
}

/** Order whose seats a voucher is; null: none. 409 if something is to be paid beside the seat. */
export async function findSeller(db: Db, voucherId: string, totalAmount: number): Promise<string | null> {
  const { orderId } = await db
    .selectFrom('voucher')
    .select('orderId')
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow();
  if (orderId !== null && totalAmount > 0)
    throw conflict('This code is a seat: claim it in an order of its own, without other items', 'items');
  return orderId;
}
