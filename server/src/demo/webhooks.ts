/**
 * Webhooks of the demo in each state, with deliveries. They have no secret, so that the demo calls nobody: what happens
 * in it fails with a sentence that says so.
 */
import type { DeliveryAttempt } from '#contract/integration/webhooks.ts';
import { demoId } from './demo-id.ts';
import { before, hour, minute } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Webhooks = Pick<DemoRows, 'webhook' | 'webhookStatus' | 'event' | 'webhookDelivery'>;

const shopEvents = ['member.created', 'order.created', 'order.paid', 'access.given', 'certificate.issued'];

/** Age of the n-th of `count` events, the oldest first. */
const ageOf = (n: number, count: number) => (count - n) * 50 * minute;

function attemptAt(at: Date, error: string | null): DeliveryAttempt {
  const status = error === null ? 200 : 503;
  return { at: at.toISOString(), status, error, reply: error === null ? 'OK' : 'Service Unavailable', ms: 84 };
}

/** Orders as events, and those that each webhook got or waits for. */
export function makeWebhooks({ tenant, now }: World, users: DemoRows['user'], orders: DemoRows['order']): Webhooks {
  const setBy = users.find(({ email }) => email === 'superadmin@demo.test')?.id ?? null;
  const ids = [0, 1, 2].map((n) => demoId(tenant, 'webhook', n)) as [string, string, string];
  const [active, failing, disabled] = ids;
  const at = (ms: number) => before(now, ms).toISOString();
  const sent = orders.slice(0, 30);
  const error = 'Replied with status 503';
  const event = sent.map((order, n) => ({
    id: demoId(tenant, 'event', n),
    type: order.status === 'paid' ? 'order.paid' : 'order.created',
    recordId: order.id,
    at: at(ageOf(n, sent.length)),
    data: JSON.stringify({
      orderId: order.id,
      externalId: null,
      invoiceNumber: order.invoiceNumber,
      memberId: order.userId,
      totalAmount: order.totalAmount,
      status: order.status,
      paidAt: order.paidAt,
    }),
  }));
  const deliver = (
    webhookId: string,
    n: number,
    errors: (string | null)[],
    state: 'pending' | 'delivered' | 'failed',
  ) => {
    const { id: eventId, type, recordId } = event[n]!;
    const log = errors.map((one, attempt) => attemptAt(before(now, ageOf(n, sent.length) - attempt * minute), one));
    return {
      id: demoId(tenant, `delivery ${webhookId}`, n),
      ...{ webhookId, eventId, type, recordId, state, attempts: errors.length, log: JSON.stringify(log) },
      nextAt: before(now, -3 * hour).toISOString(),
    };
  };
  return {
    webhook: [
      { id: active, url: 'https://kelas.example.com/webhooks', events: shopEvents, setBy },
      { id: failing, url: 'https://crm.example.com/hooks/lectern', events: ['order.created', 'order.paid'], setBy },
      {
        ...{
          id: disabled,
          url: 'https://gudang.example.com/in',
          events: ['order.created', 'order.paid'],
          setBy,
        },
        disabledAt: at(5 * hour),
        disabledBecause: `Nothing was delivered for a day: ${error}`,
      },
    ],
    webhookStatus: [
      { webhookId: active, lastAttemptAt: at(50 * minute), lastDeliveredAt: at(50 * minute) },
      ...[[failing, 4] as const, [disabled, 29] as const].map(([webhookId, hours]) => ({
        webhookId,
        failingSince: at(hours * hour),
        lastAttemptAt: at(5 * minute),
        lastDeliveredAt: at((hours + 1) * hour),
        lastError: error,
      })),
    ],
    event,
    webhookDelivery: [
      ...event.map((_, n) =>
        n === 11
          ? deliver(active, n, Array(8).fill(error), 'failed')
          : deliver(active, n, n % 7 === 3 ? [error, null] : [null], 'delivered'),
      ),
      ...[26, 27, 28, 29].map((n) => deliver(failing, n, [error, error], 'pending')),
      ...Array.from({ length: 12 }, (_, n) => deliver(disabled, n + 18, Array(n === 0 ? 8 : 1).fill(error), 'pending')),
    ],
  };
}
