/**
 * Random histories of payments: what buyers, staff and the gateway do, and notifications that are lost, repeated,
 * reordered or forged while calls fail. In the end, every order is as the gateway has its payments.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type Payments } from './payments.ts';
import { type Action, actions } from './simulated-payment.ts';
import type { Notification } from './simulator.ts';

type Event =
  | { do: 'act'; action: Action }
  /** Delivers a notification that was sent before, which is not the last one necessarily. */
  | { do: 'deliver'; which: number }
  | { do: 'forge'; action: Action }
  | { do: 'work' | 'renew' | 'cancel' }
  | { do: 'fail'; fault: 'hang-up' | 'error'; calls: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('act' as const), action: fc.constantFrom(...actions) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forge' as const), action: fc.constantFrom(...actions) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('renew' as const, 'cancel' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      fault: fc.constantFrom('hang-up' as const, 'error' as const),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
const history = fc.array(event, { minLength: 1, maxLength: 12 });

type Order = Awaited<ReturnType<Payments['addLinked']>>;

const forged = ({ body, headers, gateway }: Notification): Notification => ({
  gateway,
  body: { ...body, ...(gateway === 'midtrans' && { signature_key: '0'.repeat(128) }) },
  headers: { ...headers, ...(gateway === 'xendit' && { 'x-callback-token': 'guess' }) },
});

async function play(payments: Payments, order: Order, events: readonly Event[]): Promise<void> {
  const { simulator, test } = payments;
  const sent: Notification[] = [];
  let latest = order.reference;
  let failing = 0;
  let fault: 'hang-up' | 'error' = 'error';
  simulator.fault = () => {
    failing -= 1;
    return { fault: failing >= 0 ? fault : undefined, after: failing % 2 === 0 };
  };
  const steps: { [Kind in Event['do']]: (one: Extract<Event, { do: Kind }>) => Promise<unknown> } = {
    async act({ action }) {
      const notification = simulator.act(latest, action);
      if (notification) sent.push(notification);
    },
    async deliver({ which }) {
      const notification = sent[which % Math.max(sent.length, 1)];
      if (notification) expect((await payments.deliver(notification)).statusCode).toBe(200);
    },
    async forge({ action }) {
      const before = structuredClone(simulator.payments.get(latest));
      const notification = simulator.act(latest, action);
      if (before) simulator.payments.set(latest, before);
      if (notification) expect((await payments.deliver(forged(notification))).statusCode).toBe(401);
    },
    work: () => payments.work(),
    async renew() {
      await test.sql(`update payment_link set expires_at = now() where order_id = $1 and state = 'open'`, [
        order.orderId,
      ]);
      await payments.create(order.tenant, order.orderId);
      const links = await payments.linksOf(order.orderId);
      latest = String(links.at(-1)?.['reference']);
    },
    cancel: () =>
      test.sql(`update "order" set status = 'cancelled' where id = $1 and status in ('unpaid', 'pending')`, [
        order.orderId,
      ]),
    async fail(one) {
      ({ fault, calls: failing } = one);
    },
  };
  for (const one of events) await (steps[one.do] as (event: Event) => Promise<unknown>)(one);
  simulator.fault = () => ({ fault: undefined });
}

/** State of a link as its payment has it at the gateway. */
const expectedState = (payments: Payments, reference: string) => {
  const payment = payments.simulator.payments.get(reference);
  const isPaid = payment?.status === 'pay' || payment?.status === 'pay-less';
  if (isPaid || (payment?.status === 'refund' && payment.gateway === 'xendit')) return ['paid'];
  return payment?.status === 'refund' ? ['refunded'] : ['open', 'expired', 'ended'];
};

/** Compares an order with all its payments at the gateway, after what was lost was found. */
async function compare(payments: Payments, order: Order): Promise<void> {
  const links = await payments.linksOf(order.orderId);
  for (const { reference, state } of links)
    expect({ reference, state, of: expectedState(payments, String(reference)) }).toMatchObject({
      state: expect.toBeOneOf(expectedState(payments, String(reference))) as string,
    });
  const notices = await payments.noticesOf(order.orderId);
  const { status } = (await payments.orderOf(order.orderId))!;
  const whole = links.filter(({ reference }) => payments.simulator.payments.get(String(reference))?.status === 'pay');
  const applied = notices.filter((one) => one['status'] === 'paid' && one['is_applied']);
  // A refund can come before anybody asked; then the payment was never seen.
  if (status !== 'cancelled' && whole.length > 0) expect(status).toBe('paid');
  expect(applied).toHaveLength(status === 'paid' ? 1 : 0);
  expect(await payments.chargesOf(order.orderId)).toHaveLength(status === 'paid' ? 1 : 0);
  if (whole.length === 0 && status === 'paid')
    expect(links.some(({ reference }) => payments.simulator.payments.get(String(reference))?.status === 'refund')).toBe(
      true,
    );
  expect(await payments.hasCourse(order)).toBe(status === 'paid');
}

/** Plays `runs` histories; `tenant` decides about the gateway. */
export async function playHistories(payments: Payments, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<Tenant>('coding', 'cyber'), history, async (tenant, events) => {
      const order = await payments.addLinked(tenant);
      await play(payments, order, events);
      await payments.check(tenant);
      await compare(payments, order);
      // Not asked about in the next histories.
      await payments.test.sql('delete from payment_link where order_id = $1', [order.orderId]);
    }),
    { numRuns: runs },
  );
}
