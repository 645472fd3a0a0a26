/** Desk work in order tracking: open orders that users follow up, some overdue, and older paid or cancelled ones. */
import type { OrderStatus } from '#contract/order/status.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, Row, TrackingDocument, World } from './records.ts';

/** Every third open order has desk work, up to `max`. */
const step = 3;
const max = 24;

const textOf = (value: object | null | undefined) => (value as { stringValue?: string } | null)?.stringValue ?? '';

interface Placed {
  id: string;
  courseId: string;
  status: OrderStatus;
  orderedAt: string;
  userEmail: string;
  servicePhone: string;
}

/** Orders of the collection `order_staging` with these statuses and an id of 20 characters, newest first. */
const placedOf = (documents: readonly TrackingDocument[], ...statuses: OrderStatus[]): Placed[] =>
  documents
    .flatMap(({ collection, id, fields, status }): Placed[] => {
      const stored = statuses.find((one) => one === (textOf(status) || 'unpaid'));
      const { timestampValue: orderedAt } = { ...fields['timestamp'] } as { timestampValue?: string };
      if (collection !== 'order_staging' || !orderedAt || !stored) return [];
      const { mapValue } = { ...fields['customer_service_number'] } as {
        mapValue?: { fields: Record<string, object> };
      };
      const servicePhone = textOf(mapValue?.fields['phone']);
      const userEmail = textOf(fields['user_email']);
      return [{ id, courseId: textOf(fields['course_id']), status: stored, orderedAt, userEmail, servicePhone }];
    })
    .filter(({ id }) => id.length === 20)
    .toSorted((one, other) => (one.orderedAt < other.orderedAt ? 1 : -1));

type Desk = Pick<DemoRows, 'deskOrder' | 'deskEvent'>;

export function makeDesk(
  { now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
  documents: readonly TrackingDocument[],
): Desk {
  const staff = users.filter(({ role }) => role === 'customer-service' || role === 'admin').slice(0, 4);
  const open = makeOpen(now, staff, documents);
  const paid = makePaid(now, staff, courses, documents);
  return { deskOrder: [...open.deskOrder, ...paid.deskOrder], deskEvent: [...open.deskEvent, ...paid.deskEvent] };
}

const templates = ['Belum dibayar', 'Belum dibayar, pengingat', 'Menunggu pembayaran', null] as const;
const maxPaid = 40;

/** Old orders whose members were contacted once or twice and then paid or cancelled; users and templates vary. */
function makePaid(
  now: Date,
  staff: DemoRows['user'],
  courses: DemoRows['course'],
  documents: readonly TrackingDocument[],
): Desk {
  const deskOrder: DemoRows['deskOrder'] = [];
  const deskEvent: Row<'deskEvent'>[] = [];
  const prices = new Map(courses.map(({ id, price }) => [id, price]));
  const isOld = ({ orderedAt }: Placed) => Date.parse(orderedAt) < now.getTime() - 4 * day;
  for (const [index, { courseId, ...order }] of placedOf(documents, 'paid', 'cancelled')
    .filter(isOld)
    .slice(0, maxPaid)
    .entries()) {
    const isPaid = order.status === 'paid';
    const first = new Date(Date.parse(order.orderedAt) + (5 + ((index * 7) % 19)) * hour);
    const last = index % 4 === 0 ? new Date(first.getTime() + (20 + (index % 9)) * hour) : first;
    const paidAt = new Date(last.getTime() + (1 + ((index * 5) % 60)) * hour);
    for (const [turn, at] of (last === first ? [first] : [first, last]).entries())
      deskEvent.push({
        orderId: order.id,
        userId: staff[(index + turn) % staff.length]!.id,
        kind: 'contact',
        at: at.toISOString(),
        templateName: templates[(index % 7 === 6 ? 3 : (index + 2 * turn) % 3) as 0 | 1 | 2 | 3],
      });
    deskOrder.push({
      ...order,
      claimedBy: staff[index % staff.length]!.id,
      claimedAt: first.toISOString(),
      contactedAt: last.toISOString(),
      contactedCount: last === first ? 1 : 2,
      ...(isPaid && { paidAt: paidAt.toISOString(), paidValue: prices.get(courseId) ?? null }),
    });
  }
  return { deskOrder, deskEvent };
}

function makeOpen(now: Date, staff: DemoRows['user'], documents: readonly TrackingDocument[]): Desk {
  const deskOrder: DemoRows['deskOrder'] = [];
  const deskEvent: Row<'deskEvent'>[] = [];
  // The newest orders stay unclaimed for the first visitor of the page.
  const worked = placedOf(documents, 'unpaid', 'pending').filter((_, index) => index % step === step - 1);
  for (const [index, { courseId: _, ...order }] of worked.slice(0, max).entries()) {
    const holder = staff[index % staff.length]!.id;
    const claimedAt = before(now, (3 + index) * hour).toISOString();
    const contactedAt = index % 2 === 0 ? before(now, (2 + index) * hour).toISOString() : null;
    // A third is overdue, a third is due later, and the others have no follow-up.
    const followUpAt = [before(now, (1 + index) * hour), before(now, -(1 + index / 8) * day), null][index % 3];
    const template = contactedAt && (order.status === 'unpaid' ? 'Belum dibayar' : 'Menunggu pembayaran');
    const note = index % 5 === 0 ? 'Minta dihubungi lagi setelah gajian.' : '';
    deskOrder.push({
      ...order,
      claimedBy: holder,
      claimedAt,
      followUpAt: followUpAt?.toISOString() ?? null,
      contactedAt,
      contactedCount: contactedAt ? 1 : 0,
      lastTemplate: template,
      note,
    });
    const by = { orderId: order.id, userId: holder };
    deskEvent.push({ ...by, kind: 'claim', at: claimedAt });
    if (contactedAt) deskEvent.push({ ...by, kind: 'contact', at: contactedAt, templateName: template });
    if (note) deskEvent.push({ ...by, kind: 'note', at: contactedAt ?? claimedAt, note });
  }
  return { deskOrder, deskEvent };
}
