/** SQL of orders made here. */
import { type Insertable, sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import type { Tables } from '#tables';

/** Time of the database, in milliseconds since 1970, and its day in Asia/Jakarta. */
export async function readDatabaseTime(db: Db): Promise<{ at: number; day: string }> {
  const { rows } = await sql<{ at: number; day: string }>`select floor(extract(epoch from now()) * 1000)::float8 as at,
    (now() at time zone 'Asia/Jakarta')::date::text as day`.execute(db);
  return rows[0]!;
}

interface Member {
  id: string;
  name: string;
  email: string;
  phoneNumber: string;
}

/**
 * Member of this brand, locked until the transaction ends; 400 if the user is none. `isBuying`: also locked against their
 * other orders.
 */
export async function findMember(db: Db, userId: string, isBuying = false): Promise<Member> {
  const { rows } = await sql<Member & { role: string }>`select id, name, email, phone_number as "phoneNumber", role
    from "user" where id = ${userId} for ${isBuying ? sql`no key update` : sql`key share`}`.execute(db);
  const [member] = rows;
  if (!member) throw badRequest('This user does not exist', 'userId');
  if (member.role !== 'member') throw badRequest('Only members order', 'userId');
  return member;
}

const prefixOf = (tenant: Tenant, day: string) => `INV/${tenant}/${day.replaceAll('-', '')}/`;

/** Next number of the day. The shop numbers orders too, so the first one follows the last existing number of the day. */
async function nextNumber(db: Db, prefix: string, day: string): Promise<number> {
  const next = await sql<{
    last: number;
  }>`update invoice_day set last = last + 1 where day = ${day} returning last`.execute(db);
  if (next.rows[0]) return next.rows[0].last;
  const first = await sql<{ last: number }>`insert into invoice_day (day, last)
    select ${day}, coalesce(max(substr(invoice_number, ${prefix.length + 1})::int), 0) + 1 from "order"
      where created_at >= ${day}::timestamp at time zone 'Asia/Jakarta'
        and left(invoice_number, ${prefix.length}) = ${prefix}
        and substr(invoice_number, ${prefix.length + 1}) ~ '^[0-9]{1,8}$'
    on conflict (tenant, day) do update set last = invoice_day.last + 1 returning last`.execute(db);
  return first.rows[0]!.last;
}

/** Unique codes of unpaid and pending orders with this net amount. */
export async function findUsedUniqueCodes(db: Db, net: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ code: number }>`select total_amount - ${net}::int as code from "order"
    where status in ('unpaid', 'pending') and total_amount between ${net + 1} and ${net + 999}`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

/**
 * Reserves an invoice number; blocks other orders of the brand until the transaction ends, so that numbers are unique.
 */
export async function reserveNumber(db: Db, tenant: Tenant, day: string): Promise<string> {
  const prefix = prefixOf(tenant, day);
  for (;;) {
    const invoiceNumber = `${prefix}${String(await nextNumber(db, prefix, day)).padStart(4, '0')}`;
    const taken = await db
      .selectFrom('order')
      .select('id')
      .where('invoiceNumber', '=', invoiceNumber)
      .executeTakeFirst();
    if (!taken) return invoiceNumber;
  }
}

/** Row of an order, and the rows of its items. */
interface NewOrder {
  order: Omit<Insertable<Tables['order']>, 'status'>;
  items: readonly Omit<Insertable<Tables['orderItem']>, 'orderId' | 'line'>[];
  /** Voucher that the order uses. */
  voucherId: string | undefined;
}

/** Inserts an order with its items and its use of a voucher; returns the order's id. */
export async function insertOrder(db: Db, { order, items, voucherId }: NewOrder): Promise<string> {
  const { id: orderId } = await db
    .insertInto('order')
    .values({ ...order, status: 'unpaid' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('orderItem')
    .values(items.map((item, index) => ({ ...item, orderId, line: index + 1 })))
    .execute();
  if (voucherId !== undefined) {
    const { userId, voucherAmount: amount = 0, voucherCode } = order;
    // Only single-use codes are stored; the voucher's own code is shared by all.
    const code = sql<string | null>`(select code from voucher_code where code = ${voucherCode})`;
    await db.insertInto('voucherRedemption').values({ orderId, voucherId, userId, amount, code }).execute();
  }
  return orderId;
}
