/** Rules of the order desk (docs/decisions/0046): claiming, releasing and handing over orders, and their timeline. */
import { hourMs } from '#contract/kernel/days.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { type DeskOrder, isSettled } from '#contract/order-tracking/desk.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { trackingRoles } from '#contract/order-tracking/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import {
  type NewEvent,
  addDeskEvent,
  addDeskOrder,
  findDeskOrder,
  findDeskPerson,
  findLatestStatus,
  setDeskOrder,
} from './queries.ts';
import { updateFromDocument } from './documents.ts';
import { findTemplateById } from './templates.ts';
import type { TrackedOrder } from './tracking-documents.ts';

export interface DeskAction {
  db: Db;
  caller: { userId: string; role: Role };
  params: { id: string };
  ifMatch: number | null;
}

/** Action on an order whose document was read. */
export interface DocumentAction extends DeskAction {
  document: TrackedOrder;
}

/** Locks the order and updates it from its document; inserts it first if it is new here. */
async function lockOrder({ db, params: { id }, document, ifMatch }: DocumentAction): Promise<DeskOrder> {
  await addDeskOrder(db, id, document);
  await lockForUpdate(db, 'deskOrder', id, ifMatch);
  await updateFromDocument(db, id, document);
  return findDeskOrder(db, id);
}

/** Adds a timeline event and returns the updated order. */
async function done(
  { db, caller, params }: DeskAction,
  event: Omit<NewEvent, 'orderId' | 'userId'>,
): Promise<DeskOrder> {
  await addDeskEvent(db, { orderId: params.id, userId: caller.userId, ...event });
  return findDeskOrder(db, params.id);
}

const claim = (userId: string) => ({ claimedBy: userId, claimedAt: new Date().toISOString() });

/** Claims an order for the caller; 409 if another user has claimed it (names them), or if it is settled. */
export async function claimOrder(work: DocumentAction): Promise<DeskOrder> {
  const { db, caller, params } = work;
  const order = await lockOrder(work);
  if (order.claimedBy?.userId === caller.userId) return order;
  if (order.claimedBy) throw conflict(`${order.claimedBy.name} has this order`);
  if (order.status && isSettled(order.status))
    throw conflict(`This order is settled (${orderStatusLabels[order.status]}): nobody has to follow it up`);
  await setDeskOrder(db, params.id, claim(caller.userId));
  return done(work, { kind: 'claim' });
}

/** 403 if another user has claimed the order, except for admins. */
function refuseOthers({ claimedBy }: DeskOrder, { userId, role }: DeskAction['caller']): void {
  if (claimedBy && claimedBy.userId !== userId && role !== 'admin' && role !== 'superadmin')
    throw new HttpError(403, `${claimedBy.name} has this order: they or an admin can give it to somebody else`);
}

/** Removes the claim, also of a deleted document; 403 unless the caller is its holder or an admin. */
export async function releaseOrder(work: DeskAction): Promise<DeskOrder> {
  const { db, caller, params, ifMatch } = work;
  await lockForUpdate(db, 'deskOrder', params.id, ifMatch);
  const order = await findDeskOrder(db, params.id);
  refuseOthers(order, caller);
  if (!order.claimedBy) return order;
  await setDeskOrder(db, params.id, { claimedBy: null, claimedAt: null });
  return done(work, { kind: 'release' });
}

/** Claims an order for another user; 400 for an unknown user or one who may not work at the desk. */
export async function handOverOrder(work: DocumentAction, toUserId: string): Promise<DeskOrder> {
  const { db, caller, params } = work;
  const order = await lockOrder(work);
  refuseOthers(order, caller);
  const person = await findDeskPerson(db, toUserId);
  if (!person) throw badRequest('There is no such user', 'userId');
  if (!mayCall({ roles: trackingRoles }, person.role))
    throw badRequest(`${person.name} may not work on tracked orders`, 'userId');
  if (order.claimedBy?.userId === toUserId) return order;
  await setDeskOrder(db, params.id, claim(toUserId));
  return done(work, { kind: 'hand-over', toUserId });
}

export async function setNote(work: DocumentAction, note: string): Promise<DeskOrder> {
  await lockOrder(work);
  await setDeskOrder(work.db, work.params.id, { note });
  return done(work, { kind: 'note', note });
}

export async function setFollowUp(work: DocumentAction, followUpAt: string | null): Promise<DeskOrder> {
  await lockOrder(work);
  await setDeskOrder(work.db, work.params.id, { followUpAt });
  return done(work, { kind: 'follow-up', followUpAt });
}

/** Records a contact. The template sets the next follow-up; an unclaimed, unsettled order is claimed by the caller. */
export async function recordContact(work: DocumentAction, templateId: string | null): Promise<DeskOrder> {
  const { db, caller, params } = work;
  const order = await lockOrder(work);
  const template = templateId === null ? undefined : await findTemplateById(db, templateId);
  if (templateId !== null && !template) throw badRequest('There is no such template', 'templateId');
  const hours = template?.followUpHours;
  await setDeskOrder(db, params.id, {
    contactedAt: new Date().toISOString(),
    contactedCount: order.contactedCount + 1,
    ...(template && { lastTemplate: template.name }),
    ...(hours && { followUpAt: new Date(Date.now() + hours * hourMs).toISOString() }),
    ...(!order.claimedBy && !isSettled(order.status) && claim(caller.userId)),
  });
  return done(work, { kind: 'contact', templateId, templateName: template?.name ?? null });
}

/** Adds the document's status to the timeline unless it is the latest there; one of another system is not added. */
export async function recordStatus(work: DocumentAction): Promise<DeskOrder> {
  const order = await lockOrder(work);
  if (order.status === null || order.status === (await findLatestStatus(work.db, work.params.id))) return order;
  return done(work, { kind: 'status', status: order.status });
}

/** Updates a known order of the desk, and the chase order, from its document, without a timeline event. */
export const takeOver = ({ db, params: { id }, document }: DocumentAction): Promise<void> =>
  updateFromDocument(db, id, document);
