/** Decisions about refunds: approval by a second person, rejection, another try, and transfers that were made. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type RefundState, refundStates } from '#contract/payment/refund-rules.ts';
import type { markTransferred, setRefundAccount } from '#contract/payment/refunds.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { updateRecord } from '#platform/records.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { complete, lockRefund } from './completing.ts';
import { nextCheck, sendToGateway } from './jobs.ts';
import type { Refund } from './queries.ts';
import { type Brand, findWay } from './way.ts';

/** 409 unless a refund is in one of the states. */
function requireState({ state }: Refund, ...states: RefundState[]): void {
  if (!states.includes(state)) throw conflict(`This refund is in the state “${refundStates[state]}”`, 'status');
}

const decided = ({ userId }: Caller) => ({ decidedBy: userId, decidedAt: new Date().toISOString() });

/** Sends a locked refund its way: to its gateway if that still pays back, otherwise to the bank transfers. */
export async function sendOff(db: Db, brand: Brand, { id, orderId, gateway }: Refund): Promise<RefundState> {
  const way = gateway && (await findWay(db, brand, orderId));
  if (way && way.gateway?.name === gateway) {
    await db
      .updateTable('refund')
      .set({ state: 'at-gateway', failure: '', nextCheckAt: nextCheck })
      .where('id', '=', id)
      .execute();
    await enqueue(db, sendToGateway, { refundId: id });
    return 'at-gateway';
  }
  const transfer = { state: 'to-transfer', gateway: null, paymentReference: '', method: '', failure: '' } as const;
  await updateRecord(db, 'refund', id, { ...transfer, reference: '' });
  return 'to-transfer';
}

const result = (refundId: string, status: RefundState) => ({ refundId, status });

/** Approves a refund as a second person. */
export async function approve(db: Db, brand: Brand, caller: Caller, id: string) {
  const refund = await lockRefund(db, id);
  requireState(refund, 'to-approve');
  if (refund.askedBy === caller.userId)
    throw conflict('You asked for this refund yourself: a second person approves it', 'status');
  await updateRecord(db, 'refund', id, decided(caller));
  return result(id, await sendOff(db, brand, refund));
}

/** Rejects or cancels a refund whose money cannot have left. */
export async function reject(db: Db, caller: Caller, id: string, failure: string) {
  const refund = await lockRefund(db, id);
  requireState(refund, 'to-approve', 'to-transfer', 'failed');
  const isOwn = refund.askedBy === caller.userId;
  if (refund.askedBy !== null && !isOwn && caller.role === 'customer-service')
    throw new HttpError(403, 'Somebody else asked for this refund: an admin rejects it');
  const state = refund.state === 'to-approve' && !isOwn ? 'rejected' : 'cancelled';
  await updateRecord(db, 'refund', id, { state, failure, ...(state === 'rejected' && decided(caller)) });
  return result(id, state);
}

/** Tries a failed refund again. */
export async function retry(db: Db, brand: Brand, id: string, byTransfer: boolean) {
  const refund = await lockRefund(db, id);
  requireState(refund, 'failed');
  await updateRecord(db, 'refund', id, { attempt: refund.attempt + 1 });
  return result(id, await sendOff(db, brand, { ...refund, ...(byTransfer && { gateway: null }) }));
}

/** Sets the buyer's account. */
export async function setAccount(db: Db, id: string, account: ValidatedInput<typeof setRefundAccount>['body']) {
  const refund = await lockRefund(db, id);
  requireState(refund, 'to-approve', 'to-transfer', 'failed');
  await updateRecord(db, 'refund', id, account);
  return result(id, refund.state);
}

/** Locks the members, then the orders, each in a fixed order, as batches of orders do. */
async function lockOrdersOf(db: Db, ids: readonly string[]): Promise<void> {
  const orders = sql`(select order_id from refund where id = any(${ids}::uuid[]))`;
  await sql`select 1 from "user" where id in (select user_id from "order" where id in ${orders})
    order by id for no key update`.execute(db);
  await sql`select 1 from "order" where id in ${orders} order by id for no key update`.execute(db);
}

/** Records transfers; all or none. */
export async function transferred(db: Db, { ids, reference }: ValidatedInput<typeof markTransferred>['body']) {
  await lockOrdersOf(db, ids);
  const refunds = await db.selectFrom('refund').selectAll().where('id', 'in', ids).orderBy('id').execute();
  if (refunds.length < ids.length) throw badRequest('A refund does not exist, or is named twice', 'ids');
  for (const refund of refunds) {
    requireState(refund, 'to-transfer');
    await complete(db, refund, reference);
  }
  return { changed: ids.length };
}
