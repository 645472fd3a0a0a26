/** Status of many orders at once. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { type SetStatus, nextStatuses } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { batchKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { setStatusInBulk } from '#shared/order/bulk-status.ts';
import { applyStatus } from '#shared/order/status.ts';
import { matchingOrders, toConditions } from './queries.ts';

/** Locks the members, then the orders, each in a fixed order; see `lockMember`. */
async function lockOrders(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OrderStatus>> {
  await sql`select 1 from "user" where id in (select user_id from "order" where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: string; status: OrderStatus }>`select id, status from "order"
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Batches of before the choice have none. */
const settingOf = ({ removeAccess = true }: { removeAccess?: boolean }): Setting<OrderStatus> => ({
  table: 'order',
  column: 'status',
  words: batchKinds['order-status'].values,
  lock: lockOrders,
  refusal: (from, to) =>
    nextStatuses[from].includes(to as SetStatus)
      ? undefined
      : `An order that is ${orderStatusLabels[from]} cannot become ${orderStatusLabels[to]}`,
  setTogether: (db, ids, to, isUndo) => setStatusInBulk(db, ids, to, { isUndo, removeAccess }),
  setOne: (db, id, to, isUndo) => applyStatus(db, id, to, { isUndo, removeAccess }),
});

export const orderStatusBatch = batchKind(batches.orderStatus, {
  title: ({ value, removeAccess }) =>
    `Set the status to ${orderStatusLabels[value]}${removeAccess ? '' : ', without removing access'}`,
  matching: (db, filter) => matchingOrders(db, toConditions(filter)).select('id'),
  setting: settingOf,
  atOnce: 1000,
});
