/** Payment links: taken in one transaction, created at the gateway, and kept in another, so that a crash does no harm. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { minuteMs } from '#contract/kernel/days.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { type Gateway, takesLink, referenceOf } from '#contract/payment/gateways.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, conflict } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { transactionAs } from '#platform/transaction.ts';
import { findDue } from '#shared/order/ledger.ts';
import { linkGateway, openGateway, setUpText } from './accounts.ts';
import { settlePayment } from './jobs.ts';

/** Time that a link is valid, and the least: the gateways accept no shorter one. An order that expires ends its link. */
const validMinutes = 24 * 60;
const leastMinutes = 10;
/** Longer than the calls of the gateway, after which somebody else may call. */
const callSeconds = 40;

async function findOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('order')
    .select(['status', 'invoiceNumber', 'userName', 'userEmail', 'expiredAt'])
    .where('id', '=', orderId)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirstOrThrow();
  return { ...order, due: await findDue(db, orderId) };
}
type Order = Awaited<ReturnType<typeof findOrder>>;

/** Latest link of an order. */
const findLink = (db: Db, orderId: string) =>
  db
    .selectFrom('paymentLink')
    .select(['id', 'attempt', 'reference', 'gateway', 'amount', 'state', 'url', 'expiresAt', 'createdAt'])
    .select(sql<boolean>`coalesce(called_until > now(), false)`.as('isCalled'))
    .where('orderId', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .$narrowType<{ gateway: Gateway; state: 'open' }>()
    .executeTakeFirst();
type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Reply of the call that reads the link; 404 if the order does not exist. */
export async function readLink(db: Db, config: Config, tenant: Tenant, orderId: string) {
  await db
    .selectFrom('order')
    .select('id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'This order does not exist'));
  const found = await findLink(db, orderId);
  const setUp = linkGateway(config, tenant) ? null : setUpText(config, tenant);
  return { link: found ?? null, setUp, isSimulated: config.payment[tenant].isSimulated };
}

const minutesLeft = (moment: string) => Math.floor((Date.parse(moment) - Date.now()) / minuteMs);

/** The time of a new link, not longer than the order's. */
function expiryOf({ expiredAt }: Order): string {
  const most = expiredAt ? minutesLeft(expiredAt) : validMinutes;
  return new Date(Date.now() + Math.max(leastMinutes, Math.min(most, validMinutes)) * minuteMs).toISOString();
}

/** Adds a link after the last one. */
async function addLink(
  db: Db,
  tenant: Tenant,
  orderId: string,
  row: { gateway: Gateway; createdBy: string },
  order: Order,
) {
  const last = await findLink(db, orderId);
  if (last?.state === 'open') {
    await db.updateTable('paymentLink').set({ state: 'expired' }).where('id', '=', last.id).execute();
    // It may have been paid; and if it is open there, it is closed.
    await enqueue(db, settlePayment, { linkId: last.id });
  }
  const attempt = (last?.attempt ?? 0) + 1;
  await db
    .insertInto('paymentLink')
    .values({
      orderId,
      attempt,
      reference: referenceOf(tenant, orderId, attempt),
      amount: order.due,
      expiresAt: expiryOf(order),
      ...row,
    })
    .execute();
}

/** Finds the open link of an order, or adds one, and reserves the call of the gateway if it has no address yet. */
async function takeLink(db: Db, tenant: Tenant, orderId: string, row: { gateway: Gateway; createdBy: string }) {
  await lockForUpdate(db, 'order', orderId, null);
  const order = await findOrder(db, orderId);
  if (!takesLink(order.status))
    throw conflict(`An order that is ${orderStatusLabels[order.status]} needs no payment link`);
  if (order.due === 0) throw conflict('Nothing is due for this order');
  const open = await findLink(db, orderId);
  const isUsable =
    open?.state === 'open' &&
    open.amount === order.due &&
    minutesLeft(open.expiresAt) >= (open.url ? 1 : leastMinutes - 1);
  if (!isUsable) await addLink(db, tenant, orderId, row, order);
  const link = (await findLink(db, orderId))!;
  if (link.url !== null) return { link, order };
  if (link.isCalled) throw conflict('Somebody is creating this link; try again in a minute');
  await db
    .updateTable('paymentLink')
    .set({ calledUntil: sql`now() + ${sql.lit(callSeconds)} * interval '1 second'` })
    .where('id', '=', link.id)
    .execute();
  return { link, order };
}

interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  request: FastifyRequest;
}

/** Creates the payment at the gateway. A refused one is ended, so that the next call makes another. */
async function create(db: Db, link: Link, order: Order, config: Config, tenant: Tenant): Promise<string> {
  const gateway = openGateway(config, tenant, link.gateway);
  const done = (set: object) => db.updateTable('paymentLink').set(set).where('id', '=', link.id).execute();
  try {
    if (!gateway) throw conflict(setUpText(config, tenant));
    const url = await gateway.create({
      reference: link.reference,
      amount: link.amount,
      minutes: Math.max(minutesLeft(link.expiresAt), leastMinutes - 1),
      description: order.invoiceNumber,
      buyer: { name: order.userName, email: order.userEmail },
    });
    await done({ url, calledUntil: null });
    return url;
  } catch (error) {
    const isRefused = error instanceof HttpError && error.statusCode === 409;
    await done({ calledUntil: null, ...(isRefused && { state: 'ended', nextCheckAt: null }) });
    throw error;
  }
}

/** Open link of an order; made if there is none. */
export async function createLink({ db, tenant, caller, request }: Work, orderId: string) {
  const { config } = request.server.deps;
  const gateway = linkGateway(config, tenant);
  if (!gateway) throw conflict(setUpText(config, tenant));
  const { link, order } = await transactionAs(caller, db, request.id, (tx) =>
    takeLink(tx, tenant, orderId, { gateway, createdBy: caller.userId }),
  );
  return { url: link.url ?? (await create(db, link, order, config, tenant)), expiresAt: link.expiresAt };
}
