/**
 * Settling of links: the gateway is asked for the state of a payment, without a connection, and its answer is recorded.
 * Whatever made us ask, and however often, the order ends as the gateway has it.
 */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { type Gateway, takesLink, linkStateOf } from '#contract/payment/gateways.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { retrying } from '#platform/database/retry.ts';
import { recordNotice } from '#shared/order/notices.ts';
import { compareOrders } from '../differences/comparing.ts';
import { openGateway } from './accounts.ts';
import type { Payment } from './gateway.ts';

interface Link {
  id: string;
  orderId: string;
  reference: string;
  gateway: Gateway;
  /** Number of this read. */
  reads: number;
}

/** Counts a question about a link; undefined if there is none. */
const ask = (db: Db, linkId: string): Promise<Link | undefined> =>
  db
    .updateTable('paymentLink')
    .set({ reads: sql`reads + 1` })
    .where('id', '=', linkId)
    .returning(['id', 'orderId', 'reference', 'gateway', 'reads'])
    .$narrowType<{ gateway: Gateway }>()
    .executeTakeFirst();

/** State of a link beside its payment: whether its order can be paid by it, and whether its time has passed. */
async function standingOf(db: Db, { id }: Link) {
  const { status, isLatest, ...rest } = await db
    .selectFrom('paymentLink as link')
    .innerJoin('order', 'order.id', 'link.orderId')
    .select(['status', 'reads', sql<boolean>`link.expires_at <= now()`.as('isOver')])
    .select(
      sql<boolean>`not exists (select from payment_link later where later.order_id = link.order_id and later.attempt > link.attempt)`.as(
        'isLatest',
      ),
    )
    .where('link.id', '=', id)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirstOrThrow();
  return { ...rest, isLive: takesLink(status) && isLatest };
}

/** Time between questions: grows with the age of the link, from 5 minutes to an hour. */
const pause = sql`least(greatest(now() - created_at, interval '5 minutes'), interval '1 hour')`;
/** Time until a paid link is asked about again, as its payment can be refunded: doubles, up to three months. */
const pauseWhenPaid = sql<string>`case when created_at > now() - interval '90 days' then now() + greatest(now() - created_at, interval '1 day') end`;
/** Time after the end of a link in which nobody can begin to pay any more, if nobody has. */
const grace = sql`interval '2 hours'`;

/** Sets the state of a link, unless somebody reads after this answer: then theirs counts. */
async function setState(db: Db, link: Link, payment: Payment | undefined): Promise<void> {
  const state = payment?.state ?? 'unknown';
  const { reads, ...standing } = await standingOf(db, link);
  if (reads !== link.reads) return;
  const isWaiting = state === 'open' || state === 'unknown';
  await db
    .updateTable('paymentLink')
    .set({
      state: linkStateOf(state, standing),
      answeredAt: sql<string>`now()`,
      ...(payment && { refunded: payment.refunded }),
      ...(payment?.url && { url: payment.url }),
      nextCheckAt: isWaiting
        ? sql`case when ${state === 'open'} or now() < expires_at + ${grace} then now() + ${pause} end`
        : state === 'paid' || state === 'refunded'
          ? pauseWhenPaid
          : null,
    })
    .where('id', '=', link.id)
    .execute();
}

/** Records an answer; returns whether the order differs from it. `db`: transaction. */
async function record(db: Db, link: Link, payment: Payment | undefined): Promise<boolean> {
  // First: a link that is still open when its order is paid is ended by another job.
  await setState(db, link, payment);
  if (payment?.state !== 'open' && payment?.state !== 'paid') return payment?.state === 'refunded';
  const isPaid = payment.state === 'paid';
  const { amount, method, raw } = payment;
  const about = { status: isPaid ? 'paid' : 'pending', paidAt: isPaid ? payment.paidAt : null } as const;
  const notice = { reference: link.reference, amount, method, ...about };
  return (await recordNotice(db, link.orderId, notice, { provider: link.gateway, raw })) !== undefined;
}

interface Work {
  db: Db;
  tenant: Tenant;
  config: Config;
  signal: AbortSignal;
}

/** Asks the gateway about a link and records the answer; a payment that nobody needs any more is closed there. */
export async function settle(work: Work, linkId: string, closes = true): Promise<void> {
  const { db, tenant, config, signal } = work;
  const link = await ask(db, linkId);
  const gateway = link && openGateway(config, tenant, link.gateway);
  if (!gateway) return;
  const payment = await gateway.read(link.reference, signal);
  const recording = retrying(() => db.transaction().execute((tx) => record(tx, link, payment)));
  const differs = await recording.catch((error: unknown) => {
    // A notice that contradicts a recorded one: asking again does not help, and the recorded one stays.
    if (!(error instanceof HttpError) || error.statusCode !== 409) throw error;
    return false;
  });
  if (differs) await db.transaction().execute((tx) => compareOrders(tx, [link.orderId]));
  if (!closes || payment?.state !== 'open' || (await standingOf(db, link)).isLive) return;
  await gateway.end(link.reference, signal);
  await settle(work, linkId, false);
}
