/**
 * Webhooks of the demo in each state, with deliveries. They have no secret, so that the demo calls nobody: what happens
 * in it fails with a sentence that says so.
 */
import type { DeliveryAttempt, DeliveryState } from '#contract/integration/webhooks.ts';
import { demoId } from './demo-id.ts';
import { before, hour, minute } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Webhooks = Pick<DemoRows, 'webhook' | 'webhookStatus' | 'event' | 'webhookDelivery'>;

/** Number of events, one every 50 minutes. */
const count = 30;
const momentOf = (n: number, now: Date) => before(now, (count - n) * 50 * minute);
const error = 'Replied with status 503';
/** Time since the last webhook was disabled; after it nothing is sent. */
const disabledFor = 5 * hour;
const isSent = (n: number, { now }: World) => momentOf(n, now) < before(now, disabledFor);
const orderEvents = ['order.created', 'order.paid'];

const eventOf = ({ tenant, now }: World, order: DemoRows['order'][number], n: number): Identified<'event'> => ({
  id: demoId(tenant, 'event', n),
  type: order.status === 'paid' ? 'order.paid' : 'order.created',
  recordId: order.id,
  at: momentOf(n, now).toISOString(),
  data: JSON.stringify({
    orderId: order.id,
    externalId: null,
    invoiceNumber: order.invoiceNumber,
    memberId: order.userId,
    totalAmount: order.totalAmount,
    status: order.status,
    paidAt: order.paidAt,
  }),
});

function attemptAt(at: Date, failed: boolean): DeliveryAttempt {
  const [status, reply] = failed ? [503, 'Service Unavailable'] : [200, 'OK'];
  return { at: at.toISOString(), status, error: failed ? error : null, reply, ms: 84 };
}

/** Delivery of the n-th event after `failures` failed attempts. */
function deliveryOf({ tenant, now }: World, webhookId: string, n: number, state: DeliveryState, failures: number) {
  const attempts = failures + (state === 'delivered' ? 1 : 0);
  const log = Array.from({ length: attempts }, (_, attempt) =>
    attemptAt(before(momentOf(n, now), -attempt * minute), attempt < failures),
  );
  return {
    id: demoId(tenant, `delivery ${webhookId}`, n),
    webhookId,
    eventId: demoId(tenant, 'event', n),
    state,
    attempts,
    log: JSON.stringify(log),
    nextAt: before(now, -3 * hour).toISOString(),
  };
}

function deliveriesOf(world: World, [active, failing, disabled]: readonly [string, string, string]) {
  const all = Array.from({ length: count }, (_, n) => n);
  return [
    ...all.map((n) =>
      deliveryOf(world, active, n, n === 11 ? 'failed' : 'delivered', n === 11 ? 8 : Number(n % 7 === 3)),
    ),
    ...all.slice(-4).map((n) => deliveryOf(world, failing, n, 'pending', 2)),
    ...all
      .slice(-12)
      .map((n, place) => deliveryOf(world, disabled, n, 'pending', place === 0 ? 8 : Number(isSent(n, world)))),
  ];
}

/** Orders as events, and webhooks that got them or wait for them. */
export function makeWebhooks(world: World, users: DemoRows['user'], orders: DemoRows['order']): Webhooks {
  const { tenant, now } = world;
  const setBy = users.find(({ email }) => email === 'superadmin@demo.test')?.id ?? null;
  const ids = [0, 1, 2].map((n) => demoId(tenant, 'webhook', n)) as [string, string, string];
  const [active, failing, disabled] = ids;
  const at = (ms: number) => before(now, ms).toISOString();
  const event = orders.slice(0, count).map((order, n) => eventOf(world, order, n));
  const fails = (webhookId: string, hours: number, lastAttempt: number) => ({
    webhookId,
    failingSince: at(hours * hour),
    lastAttemptAt: at(lastAttempt),
    lastDeliveredAt: at((hours + 1) * hour),
    lastError: error,
  });
  const isDisabled = { disabledAt: at(disabledFor), disabledBecause: `Nothing was delivered for a day: ${error}` };
  const shopEvents = ['member.created', ...orderEvents, 'access.given', 'certificate.issued'];
  return {
    webhook: [
      { id: active, url: 'https://kelas.example.com/webhooks', events: shopEvents, setBy },
      { id: failing, url: 'https://crm.example.com/hooks/lectern', events: orderEvents, setBy },
      { id: disabled, url: 'https://gudang.example.com/in', events: orderEvents, setBy, ...isDisabled },
    ],
    webhookStatus: [
      { webhookId: active, lastAttemptAt: at(50 * minute), lastDeliveredAt: at(50 * minute) },
      fails(failing, 4, 5 * minute),
      fails(disabled, 29, disabledFor),
    ],
    event,
    webhookDelivery: deliveriesOf(world, ids).map((delivery) => {
      const { type, recordId } = event.find(({ id }) => id === delivery.eventId)!;
      return { ...delivery, type, recordId };
    }),
  };
}
