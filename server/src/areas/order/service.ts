/** Rules of status changes that people make. */
import type { z } from 'zod';
import { nextStatuses } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import type { setOrderStatus } from '#contract/order/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { applyStatus, findOrderForStatus, lockMember } from '#shared/order/status.ts';
import { findOrder } from './order-record.ts';

type StatusChange = z.output<NonNullable<typeof setOrderStatus.body>>;

/** Sets a status; 409 if the transition is not allowed. */
export async function setStatus(
  db: Db,
  id: string,
  { status: to, removeAccess }: StatusChange,
  ifMatch: number | null,
) {
  await lockMember(db, id);
  await lockForUpdate(db, 'order', id, ifMatch);
  const { status } = await findOrderForStatus(db, id);
  if (status === to) return findOrder(db, id);
  if (!nextStatuses[status].includes(to))
    throw conflict(`An order that is ${orderStatusLabels[status]} cannot become ${orderStatusLabels[to]}`, 'status');
  await applyStatus(db, id, to, { removeAccess });
  return findOrder(db, id);
}
