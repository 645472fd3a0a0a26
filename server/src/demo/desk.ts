/** Desk work in order tracking: new orders that users follow up, some of them overdue. */
import type { OrderStatus } from '#contract/order-status.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, Row, TrackingDocument, World } from './records.ts';

/** Every third open order has desk work. */
const step = 3;
const most = 24;

const textOf = (value: object | null | undefined) => (value as { stringValue?: string } | null)?.stringValue ?? '';

interface Open {
  id: string;
  status: OrderStatus;
  orderedAt: string;
  userEmail: string;
  servicePhone: string;
}

/** Open orders, newest first. */
const openOf = (documents: readonly TrackingDocument[]): Open[] =>
  documents
    .flatMap(({ collection, id, fields, status }): Open[] => {
      const stored = textOf(status) || 'unpaid';
      const { timestampValue: orderedAt } = { ...fields['timestamp'] } as { timestampValue?: string };
      if (collection !== 'order_staging' || !orderedAt || (stored !== 'unpaid' && stored !== 'pending')) return [];
      const { mapValue } = { ...fields['customer_service_number'] } as {
        mapValue?: { fields: Record<string, object> };
      };
      const servicePhone = textOf(mapValue?.fields['phone']);
      return [{ id, status: stored, orderedAt, userEmail: textOf(fields['user_email']), servicePhone }];
    })
    .filter(({ id }) => id.length === 20)
    .toSorted((one, other) => (one.orderedAt < other.orderedAt ? 1 : -1));

export function makeDesk(
  { now }: World,
  users: DemoRows['user'],
  documents: readonly TrackingDocument[],
): Pick<DemoRows, 'deskOrder' | 'deskEvent'> {
  const staff = users.filter(({ role }) => role === 'customer-service' || role === 'admin').slice(0, 4);
  const deskOrder: DemoRows['deskOrder'] = [];
  const deskEvent: Row<'deskEvent'>[] = [];
  // The newest orders stay unclaimed for the first visitor of the page.
  const worked = openOf(documents).filter((_, index) => index % step === step - 1);
  for (const [index, order] of worked.slice(0, most).entries()) {
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
