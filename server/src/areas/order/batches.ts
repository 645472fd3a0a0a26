/** Status of many orders at once. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import { type SetStatus, holdsVoucher, nextStatuses, opensItems } from '#contract/order-rules.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order-status.ts';
import type { Db } from '#platform/database/database.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { type Setting, setValues, undoValues } from '#shared/batch/setting.ts';
import { matchingOrders, toConditions } from './queries.ts';
import { applyStatus } from './status.ts';

/** Locks the members, then the orders, each in a fixed order; see `lockMember`. */
async function lockOrders(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OrderStatus>> {
  await sql`select 1 from "user" where id in (select user_id from "order" where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: string; status: OrderStatus }>`select id, status from "order"
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Sets the status of the orders whose access, voucher and payment time do not change with it. */
async function setPlain(db: Db, ids: readonly string[], to: OrderStatus): Promise<readonly string[]> {
  if (opensItems(to)) return [];
  const holding = Object.keys(orderStatusLabels).filter((status) => holdsVoucher(status as OrderStatus));
  const { rows } = await sql<{ id: string }>`update "order" set status = ${to}
    where id = any(${ids}::uuid[]) and status <> 'paid'
      and (status = any(${holding}) = ${holdsVoucher(to)} or not exists (
        select from voucher_redemption used where used.order_id = "order".id))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const setting: Setting<OrderStatus> = {
  table: 'order',
  column: 'status',
  words: batchKinds['order-status'].values,
  lock: lockOrders,
  refusal: (from, to) =>
    nextStatuses[from].includes(to as SetStatus)
      ? undefined
      : `An order that is ${orderStatusLabels[from]} cannot applyStatus ${orderStatusLabels[to]}`,
  setPlain,
  setOne: (db, id, to, isUndo) => applyStatus(db, id, to, isUndo),
};

export const orderStatusBatch = batchKind(batches.orderStatus, {
  title: (_db, { status }) => `Set the status to ${orderStatusLabels[status]}`,
  matching: (db, filter) => matchingOrders(db, toConditions(filter)).select('id'),
  apply: (db, ids, { status }) => setValues(setting, db, ids, status),
  undo: (db, records) => undoValues(setting, db, records),
});
