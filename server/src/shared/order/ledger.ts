/** Entries of the ledger that follow from statuses of orders (docs/decisions/0113). Nobody else writes the table `payment`. */
import { type Insertable, sql } from 'kysely';
import { manual } from '#contract/payment/ledger.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';

type Ids = readonly string[];
const anyOf = (ids: Ids) => sql`any(${ids}::uuid[])`;

/** Sum that an order has of its buyer: fees are the provider's. */
const held = sql<number>`(select coalesce(sum(amount), 0)::int from payment
  where payment.order_id = "order".id and kind <> 'fee')`;

/** Facts that a payment is recorded with, beside the order's own time, provider and method. */
export type PaymentFacts = Partial<Pick<Insertable<Tables['payment']>, 'reference' | 'note' | 'evidence' | 'noticeId'>>;

/** Amount that an order has of its buyer. */
export const findHeld = async (db: Db, orderId: string): Promise<number> =>
  (await db.selectFrom('order').select(held.as('held')).where('id', '=', orderId).executeTakeFirstOrThrow()).held;

/** Whether the gateway is paying back a part of an order now. */
export const isBeingRefunded = sql<boolean>`exists (select from refund where refund.order_id = "order".id
  and refund.state = 'at-gateway')`;

/** Amount that is left to pay of "order", whatever its status. */
export const due = sql<number>`greatest(total_amount - ${held}, 0)`;

export async function findDue(db: Db, orderId: string): Promise<number> {
  const { due: left } = await db
    .selectFrom('order')
    .select(due.as('due'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Charges what is due of paid orders at their time of payment. */
export const chargeDue = (
  db: Db,
  ids: Ids,
  { reference = '', note = '', evidence = null, noticeId = null }: PaymentFacts = {},
) =>
  sql`insert into payment (order_id, kind, provider, method, amount, at, reference, note, evidence, notice_id)
    select id, 'charge', payment_provider, payment_method, total_amount - held, coalesce(paid_at, created_at),
      ${reference}, ${note}, ${evidence}, ${noticeId}::uuid
    from "order", lateral (select ${held} as held) of_buyer where id = ${anyOf(ids)} and total_amount > held`.execute(
    db,
  );

/** Refunds what orders have that are paid no longer, at the time of their refund. */
export const refundHeld = (db: Db, ids: Ids) =>
  sql`insert into payment (order_id, kind, provider, method, amount, at)
    select id, 'refund', payment_provider, payment_method, -held, coalesce(refunded_at, paid_at, created_at)
    from "order", lateral (select ${held} as held) of_buyer where id = ${anyOf(ids)} and held > 0`.execute(db);

/** A version of its own: somebody who saw the order without the entry has seen another one. */
const raiseVersion = (db: Db, orderId: string) =>
  sql`update "order" set version = version + 1 where id = ${orderId}`.execute(db);

/** Charges a part of what is due, by hand unless it names a provider; the order keeps its status. Returns the entry. */
export async function chargePart(
  db: Db,
  orderId: string,
  part: PaymentFacts & { amount: number; method: string; provider?: string; at?: string },
): Promise<string> {
  const { id } = await db
    .insertInto('payment')
    .values({ orderId, kind: 'charge', provider: manual, ...part })
    .returning('id')
    .executeTakeFirstOrThrow();
  await raiseVersion(db, orderId);
  return id;
}

/** Facts of money that went back. */
export type RefundFacts = Pick<Insertable<Tables['payment']>, 'provider' | 'method' | 'reference' | 'note'>;

/** Refunds a part of what an order has, or all of it, whatever its status; returns the entry's id. */
export async function refundPart(db: Db, orderId: string, amount: number, facts: RefundFacts): Promise<string> {
  const { id } = await db
    .insertInto('payment')
    .values({ orderId, kind: 'refund', amount: -amount, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();
  await raiseVersion(db, orderId);
  return id;
}

/** Takes back an entry. */
export async function reverse(db: Db, orderId: string, paymentId: string): Promise<void> {
  await sql`insert into payment (order_id, kind, provider, method, amount, reverses)
    select order_id, 'adjustment', provider, method, -amount, id from payment where id = ${paymentId}`.execute(db);
  await raiseVersion(db, orderId);
}

/** Takes back the last charge, or the last refund, of each order that has one. */
export const reverseLast = (db: Db, ids: Ids, kind: 'charge' | 'refund') =>
  sql`insert into payment (order_id, kind, provider, method, amount, reverses)
    select order_id, 'adjustment', provider, method, -amount, id from (
      select distinct on (order_id) * from payment where order_id = ${anyOf(ids)} and kind = ${kind}
        and not exists (select from payment back where back.reverses = payment.id)
      order by order_id, id desc) last`.execute(db);

/** Whether an order has a refund that stands. */
export const isRefunded = sql<boolean>`exists (select from payment where payment.order_id = "order".id
  and kind = 'refund' and not exists (select from payment back where back.reverses = payment.id))`;

export const hasRefund = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.selectFrom('order').select(isRefunded.as('isRefunded')).where('id', '=', orderId).executeTakeFirstOrThrow())
    .isRefunded;
