/** Seats of a company's order: single-use codes of a voucher per item, which makes the item free (docs/decisions/0124). */
import { sql } from 'kysely';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import { paidOf, seatsFor } from '#contract/payment/refund-rules.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { drawFreeCodes } from '../voucher-codes.ts';
import { cancelClaims } from './status.ts';

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

interface RefundedItem {
  voucherId: string;
  price: number;
  discountAmount: number;
  quantity: number;
  /** Rupiah of refunds that are done, and of this one. */
  refunded: number;
  part: number;
}

/** Seats of each item that a refund pays back, beyond those that the refunds before it did. */
async function findRefundedSeats(db: Db, refund: { id: string; orderId: string }) {
  const { rows } = await sql<RefundedItem & { total: number }>`select voucher.id as "voucherId", item.price,
      item.discount_amount as "discountAmount", item.quantity, "order".total_amount as total,
      coalesce(sum(part.amount), 0)::int as refunded,
      coalesce(sum(part.amount) filter (where part.refund_id = ${refund.id}), 0)::int as part
    from voucher join "order" on "order".id = voucher.order_id
      join order_item item on item.order_id = voucher.order_id and item.line = voucher.order_line
      left join refund on refund.order_id = voucher.order_id and refund.state = 'done'
      left join refund_item part on part.refund_id = refund.id and part.line = item.line
    where voucher.order_id = ${refund.orderId} group by voucher.id, item.tenant, item.order_id, item.line, "order".tenant, "order".id
    order by item.line`.execute(db);
  const paid = paidOf(rows[0]?.total ?? 0, rows);
  return rows.map(({ voucherId, quantity, refunded, part }, n) => {
    const sold = { paid: paid[n]!, quantity };
    return { voucherId, seats: seatsFor(refunded, sold) - seatsFor(refunded - part, sold) };
  });
}

/**
 * Closes the seats that a done refund of a part pays back: unclaimed codes first; claimed ones, the latest first, if the
 * refund removes the access.
 */
export async function closeSeats(db: Db, refund: { id: string; orderId: string; removesAccess: boolean }) {
  for (const { voucherId, seats } of await findRefundedSeats(db, refund)) {
    if (seats === 0) continue;
    // Claims lock the voucher too.
    await sql`select 1 from voucher where id = ${voucherId} for no key update`.execute(db);
    const { rows } = await sql<{
      code: string;
      isClaimed: boolean;
    }>`select one.code, used.order_id is not null as "isClaimed"
      from voucher_code one left join voucher_redemption used on used.code = one.code and used.released_at is null
      where one.voucher_id = ${voucherId} and closed_at is null and (${refund.removesAccess} or used.order_id is null)
      order by used.redeemed_at desc nulls first, one.code limit ${seats}`.execute(db);
    await cancelClaims(
      db,
      refund.orderId,
      rows.flatMap(({ code, isClaimed }) => (isClaimed ? [code] : [])),
    );
    const codes = rows.map(({ code }) => code);
    await sql`update voucher_code set closed_at = now() where code = any(${codes}::text[])`.execute(db);
    await sql`update voucher set quota = greatest(quota - ${codes.length}::int, 1), is_active = is_active and quota > ${codes.length}::int
      where id = ${voucherId}`.execute(db);
  }
}
