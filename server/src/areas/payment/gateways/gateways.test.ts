/** Tests payment links and notifications over the gateways' protocols: what arrives, in whatever way, and what follows. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPaymentLink, getPaymentLink } from '#contract/payment/gateways.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type Payments, openPayments, price } from './testing/payments.ts';

vi.setConfig({ testTimeout: 60_000 });

let payments: Payments;
beforeAll(async () => {
  payments = await openPayments();
});
afterAll(() => payments.close());
afterEach(() => {
  payments.simulator.fault = () => ({ fault: undefined });
});

const brands: [gateway: string, tenant: Tenant, method: string][] = [
  ['midtrans', 'coding', 'QRIS'],
  ['xendit', 'cyber', 'BCA Virtual Account'],
];

const act = (reference: string, action: Parameters<Payments['simulator']['act']>[1]) =>
  payments.simulator.act(reference, action)!;
const read = async (tenant: Tenant, orderId: string) =>
  (await (await payments.test.as('customer-service', tenant)).call(getPaymentLink, { params: { id: orderId } })).body;

describe.each(brands)('%s', (gateway, tenant, method) => {
  it('creates one link, and returns it again', async () => {
    const { orderId } = await payments.addOrder(tenant);
    const before = payments.simulator.created;
    const first = await payments.create(tenant, orderId);
    expect(first).toMatchObject({ status: 200, body: { url: expect.stringContaining('/pay/') as string } });
    expect((await payments.create(tenant, orderId)).body).toEqual(first.body);
    expect(payments.simulator.created - before).toBe(1);
    expect(payments.simulator.payments.get(`${tenant}-${orderId}-1`)).toMatchObject({ amount: price });
    expect(await read(tenant, orderId)).toMatchObject({
      link: { gateway, state: 'open', ...first.body },
      setUp: null,
    });
  });

  it('pays the order by a notification, once, and gives access', async () => {
    const one = await payments.addLinked(tenant);
    const notice = act(one.reference, 'pay');
    expect((await payments.deliver(notice)).statusCode).toBe(200);
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'unpaid' });
    await payments.work();
    const paid = await payments.orderOf(one.orderId);
    expect(paid).toMatchObject({ status: 'paid', payment_provider: gateway, payment_method: method });
    for (const again of [notice, notice]) await payments.deliver(again);
    await payments.work();
    expect(await payments.orderOf(one.orderId)).toEqual(paid);
    expect(await payments.noticesOf(one.orderId)).toEqual([{ status: 'paid', is_applied: true, refusal: null }]);
    expect(await payments.linksOf(one.orderId)).toMatchObject([
      { state: 'paid', next_check_at: expect.any(Date) as Date },
    ]);
    expect(await payments.chargesOf(one.orderId)).toEqual([
      { amount: price, reference: one.reference, provider: gateway, is_applied: true },
    ]);
    expect(await payments.hasCourse(one)).toBe(true);
  });

  it('finds a payment whose notification was lost', async () => {
    const one = await payments.addLinked(tenant);
    act(one.reference, 'pay');
    await payments.check(tenant);
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'paid' });
  });

  it('refuses a wrong signature with 401, records it, and changes nothing', async () => {
    const one = await payments.addLinked(tenant);
    const { body, headers, ...rest } = act(one.reference, 'pay');
    await payments.test.sql('delete from audit');
    const forged = {
      ...rest,
      body: { ...body, signature_key: 'f'.repeat(128) },
      headers: { 'x-callback-token': 'guess' },
    };
    expect((await payments.deliver(forged)).statusCode).toBe(401);
    expect((await payments.deliver({ ...forged, headers: {} })).statusCode).toBe(401);
    expect(await payments.work()).toBe(0);
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'unpaid' });
    expect(await payments.test.sql('select tenant, action, actor_name from audit')).toContainEqual({
      tenant,
      action: 'notice-refused',
      actor_name: 'Somebody',
    });
    expect(headers).toBeDefined();
  });

  it('asks the gateway before it believes a signed notification', async () => {
    const one = await payments.addLinked(tenant);
    const notice = act(one.reference, 'pay');
    payments.simulator.payments.get(one.reference)!.status = 'choose';
    await payments.deliver(notice);
    await payments.work();
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'pending' });
  });

  it('never pays with another amount, and tells why', async () => {
    const one = await payments.addLinked(tenant);
    await payments.deliver(act(one.reference, 'pay-less'));
    await payments.work();
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'unpaid' });
    expect(await payments.noticesOf(one.orderId)).toMatchObject([
      {
        status: 'paid',
        is_applied: false,
        refusal: expect.stringMatching(/Rp.?200\.000 is due, not Rp.?199\.999/) as string,
      },
    ]);
  });

  it('asks again when the gateway did not answer', async () => {
    const one = await payments.addLinked(tenant);
    await payments.deliver(act(one.reference, 'pay'));
    for (const fault of ['hang-up', 'error'] as const) {
      payments.simulator.fault = () => ({ fault });
      await payments.work();
      expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'unpaid' });
    }
    payments.simulator.fault = () => ({ fault: undefined });
    await payments.work();
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'paid' });
  });

  it.each(['cancelled', 'expired', 'paid'])('closes the link of an order that is %s', async (status) => {
    await payments.test.sql('delete from outbox');
    const one = await payments.addLinked(tenant);
    act(one.reference, 'choose');
    await payments.test.sql('update "order" set status = $2 where id = $1', [one.orderId, status]);
    expect(await payments.work()).toBe(1);
    expect(payments.simulator.payments.get(one.reference)?.status).toBe('expire');
    expect(await payments.linksOf(one.orderId)).toMatchObject([{ state: 'ended', next_check_at: null }]);
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status });
  });

  it('renews a link whose time has passed, and closes the former one', async () => {
    const one = await payments.addLinked(tenant);
    act(one.reference, 'choose');
    await payments.test.sql(`update payment_link set expires_at = now() - interval '1 minute' where order_id = $1`, [
      one.orderId,
    ]);
    const { status, body } = await payments.create(tenant, one.orderId);
    expect(status).toBe(200);
    await payments.work();
    expect(await payments.linksOf(one.orderId)).toMatchObject([
      { state: 'expired', reference: one.reference },
      { state: 'open', reference: one.reference.replace(/1$/, '2'), url: body.url },
    ]);
    expect(payments.simulator.payments.get(one.reference)?.status).toBe('expire');
  });

  it('goes on where a call stopped whose answer was lost, without a second payment', async () => {
    const { orderId } = await payments.addOrder(tenant);
    payments.simulator.fault = () => ({ fault: 'hang-up', after: true });
    expect((await payments.create(tenant, orderId)).status).toBe(503);
    payments.simulator.fault = () => ({ fault: undefined });
    expect((await payments.create(tenant, orderId)).status).toBe(200);
    expect(await payments.linksOf(orderId)).toMatchObject([{ reference: `${tenant}-${orderId}-1` }]);
    expect([...payments.simulator.payments.keys()].filter((one) => one.includes(orderId))).toHaveLength(1);
  });

  it('creates one payment when ten people ask at once', async () => {
    const { orderId } = await payments.addOrder(tenant);
    const before = payments.simulator.created;
    const answers = await Promise.all(Array.from({ length: 10 }, () => payments.create(tenant, orderId)));
    // Refused while another one asks the gateway, or answered with its link.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(payments.simulator.created - before).toBe(1);
  });

  it('pays once when twenty notifications are settled at once', async () => {
    const one = await payments.addLinked(tenant);
    const notice = act(one.reference, 'pay');
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => payments.deliver(notice))))
      expect(answer.statusCode).toBe(200);
    await Promise.all(Array.from({ length: 4 }, () => payments.work()));
    expect(await payments.noticesOf(one.orderId)).toHaveLength(1);
    expect(await payments.orderOf(one.orderId)).toMatchObject({ status: 'paid' });
  });

  it('returns a second payment of an order to the attention of staff', async () => {
    const one = await payments.addLinked(tenant);
    await payments.test.sql(`update "order" set status = 'paid', paid_at = now() where id = $1`, [one.orderId]);
    act(one.reference, 'pay');
    await payments.work();
    expect(await payments.noticesOf(one.orderId)).toMatchObject([
      { is_applied: false, refusal: 'The order was paid already: return this payment if it is a second one' },
    ]);
  });
});

it('ignores notifications about payments of other programs', async () => {
  const one = await payments.addLinked('cyber');
  const notice = act(one.reference, 'pay');
  const other = {
    ...notice,
    body: { ...notice.body, external_id: 'INV-9' },
    headers: { ...notice.headers, 'x-tenant': 'cyber' },
  };
  expect((await payments.deliver(other)).statusCode).toBe(200);
  expect(await payments.work()).toBe(0);
});

it.each(['paid', 'cancelled', 'expired', 'refunded', 'failed'])(
  'makes no link for an order that is %s',
  async (status) => {
    const { orderId } = await payments.addOrder('coding');
    await payments.test.sql('update "order" set status = $2 where id = $1', [orderId, status]);
    expect((await payments.create('coding', orderId)).status).toBe(409);
    expect(await payments.linksOf(orderId)).toEqual([]);
  },
);

it('explains without an account what to set, and calls nobody', async () => {
  const { orderId } = await payments.addOrder('data');
  const setUp = /Data Studio has no payment gateway\. Set PAYMENT_DATA_MIDTRANS_SERVER_KEY, or PAYMENT_DATA_XENDIT_/;
  expect(await payments.create('data', orderId)).toMatchObject({
    status: 409,
    problem: { message: expect.stringMatching(setUp) as string },
  });
  expect(await read('data', orderId)).toMatchObject({ link: null, setUp: expect.stringMatching(setUp) as string });
  const body = { external_id: `data-${orderId}-1` };
  expect((await payments.deliver({ gateway: 'xendit', body, headers: {} })).statusCode).toBe(503);
});

it('shows nothing of another brand, and never the keys', async () => {
  const one = await payments.addLinked('coding');
  const cyber = await payments.test.as('admin', 'cyber');
  const input = { params: { id: one.orderId } };
  expect((await cyber.call(getPaymentLink, input)).status).toBe(404);
  expect((await cyber.call(createPaymentLink, { ...input, body: {} })).status).toBe(404);
  expect(JSON.stringify(await read('coding', one.orderId))).not.toMatch(/midtrans-key|xendit-key|xendit-token/);
});
