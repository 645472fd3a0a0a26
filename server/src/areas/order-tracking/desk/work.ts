/** Rules of work on an order: who may claim, release and hand it over, and what its timeline says. Pure. */
import { hourMs } from '#contract/kernel/days.ts';
import { type Role, mayCall } from '#contract/kernel/endpoint.ts';
import { type DeskEvent, type DeskOrder, type DeskWork, isSettled } from '#contract/order-tracking/desk.ts';
import { trackingRoles } from '#contract/order-tracking/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';

/** Order as it is stored; `handedOverBy`: user of its latest event, if that is a hand-over, which they may take back. */
export type KnownOrder = DeskOrder & { handedOverBy: string | null };

interface Caller {
  userId: string;
  role: string;
}

/** Records that work names, by id; unknown ones are missing. */
export interface Named {
  people: ReadonlyMap<string, { name: string; role: Role }>;
  templates: ReadonlyMap<string, { name: string; followUpHours: number | null }>;
}

export interface NewEvent {
  orderId: string;
  userId: string;
  kind: DeskEvent['kind'];
  toUserId?: string;
  followUpAt?: string | null;
  templateId?: string | null;
  templateName?: string | null;
  status?: string;
  note?: string;
}

type Event = Omit<NewEvent, 'orderId' | 'userId'>;

/** Order as work leaves it. */
export interface WorkedOrder extends Omit<DeskOrder, 'claimedBy'> {
  claimedBy: string | null;
}

function refuseOthers({ claimedBy, handedOverBy }: KnownOrder, { userId, role }: Caller): void {
  const mayTake = role === 'admin' || role === 'superadmin' || handedOverBy === userId;
  if (claimedBy && claimedBy.userId !== userId && !mayTake)
    throw new HttpError(403, `${claimedBy.name} has this order: they or an admin can give it to somebody else`);
}

/** Change of the holder; undefined if the order has that holder. */
function heldBy(order: KnownOrder, { claim, holder }: DeskWork, caller: Caller, { people }: Named): Event | undefined {
  const { claimedBy, status } = order;
  if (holder === undefined) {
    if (!claim || claimedBy?.userId === caller.userId) return undefined;
    if (claimedBy) throw conflict(`${claimedBy.name} has this order`);
    if (status && isSettled(status))
      throw conflict(`This order is settled (${orderStatusLabels[status]}): nobody has to follow it up`);
    return { kind: 'claim', toUserId: caller.userId };
  }
  refuseOthers(order, caller);
  const person = holder === null ? undefined : people.get(holder);
  if (holder !== null && !person) throw badRequest('There is no such user', 'holder');
  if (person && !mayCall({ roles: trackingRoles }, person.role))
    throw badRequest(`${person.name} may not work on tracked orders`, 'holder');
  if (holder === (claimedBy?.userId ?? null)) return undefined;
  return holder === null ? { kind: 'release' } : { kind: 'hand-over', toUserId: holder };
}

/** Contact and what it brings about: the follow-up of its template. */
function contacted(order: WorkedOrder, templateId: string | null, { templates }: Named, now: Date): Event {
  const template = templateId === null ? undefined : templates.get(templateId);
  if (templateId !== null && !template) throw badRequest('There is no such template', 'contact.templateId');
  order.contactedAt = now.toISOString();
  order.contactedCount += 1;
  if (template) order.lastTemplate = template.name;
  if (template?.followUpHours)
    order.followUpAt = new Date(now.getTime() + template.followUpHours * hourMs).toISOString();
  return { kind: 'contact', templateId, templateName: template?.name ?? null };
}

/**
 * Order after the work, and the events of it; none if it is as asked already.
 * @throws HttpError if a part is refused
 */
export function workOn(
  order: KnownOrder,
  work: DeskWork,
  caller: Caller,
  named: Named,
  now = new Date(),
): { order: WorkedOrder; events: Event[] } {
  const events: Event[] = [];
  const { handedOverBy: _, ...known } = order;
  const after: WorkedOrder = { ...known, claimedBy: order.claimedBy?.userId ?? null };
  const give = (userId: string | null) =>
    Object.assign(after, { claimedBy: userId, claimedAt: userId && now.toISOString() });
  const held = heldBy(order, work, caller, named);
  if (held) {
    give(held.toUserId ?? null);
    events.push(held.kind === 'claim' ? { kind: 'claim' } : held);
  }
  if (work.contact) {
    events.push(contacted(after, work.contact.templateId, named, now));
    if (!after.claimedBy && work.holder === undefined && !isSettled(order.status)) give(caller.userId);
  }
  const { followUpAt, note } = work;
  if (followUpAt !== undefined && followUpAt !== after.followUpAt) {
    after.followUpAt = followUpAt;
    events.push({ kind: 'follow-up', followUpAt });
  }
  if (note !== undefined) {
    after.note = note.trim();
    events.push({ kind: 'note', note: after.note });
  }
  return { order: after, events };
}
