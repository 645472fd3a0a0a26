/** Test app with accounts at the simulator: orders with links, notifications, and the jobs that follow from them. */
import { createPaymentLink } from '#contract/payment/gateways.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Routes } from '#platform/http/server.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { checkRefunds, refundAtGateway } from '../../refunds/jobs.ts';
import { refundRoutes } from '../../refunds/routes.ts';
import { checkPayments } from '../jobs.ts';
import { gatewayRoutes } from '../routes.ts';
import { settle } from '../settling.ts';
import { type Notification, type Simulator, openSimulator } from './simulator.ts';

const keys = { secretKey: 'xendit-key', callbackToken: 'xendit-token' };

export const price = 200_000;

export type Payments = Awaited<ReturnType<typeof openPayments>>;

/** Brand `coding` has an account at Midtrans, `cyber` at Xendit, and `data` at none. */
export async function openPayments(further: readonly Routes[] = []) {
  const simulator: Simulator = await openSimulator({ serverKeyOf: () => 'midtrans-key', ...keys });
  /** Settings of the brand `coding`, for workers of their own. */
  const midtrans = { PAYMENT_ENDPOINT: simulator.url, PAYMENT_CODING_MIDTRANS_SERVER_KEY: 'midtrans-key' };
  const test: TestApp = await testAppOf([gatewayRoutes, refundRoutes, ...further], {
    ...midtrans,
    PAYMENT_CYBER_XENDIT_SECRET_KEY: keys.secretKey,
    PAYMENT_CYBER_XENDIT_CALLBACK_TOKEN: keys.callbackToken,
  });
  const { config } = test.app.deps;
  const signal = new AbortController().signal;

  /** Unpaid order of one course; `over`: columns of the course. */
  async function addOrder(tenant: Tenant, over: object = {}) {
    const userId = await addRecord(test.sql, 'user', tenant, { role: 'member' });
    const courseId = await addRecord(test.sql, 'course', tenant, { price, is_published: true, ...over });
    const orderId = await addRecord(test.sql, 'order', tenant, {
      user_id: userId,
      status: 'unpaid',
      subtotal: price,
      total_amount: price,
      expired_at: null,
      paid_at: null,
      is_ours: true,
    });
    await test.sql('delete from order_item where order_id = $1', [orderId]);
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
        values ($1, $2, 1, 'courses', $3, 'Belajar Go', $4)`,
      [tenant, orderId, courseId, price],
    );
    return { orderId, userId, courseId };
  }

  const create = async (tenant: Tenant, orderId: string) =>
    (await test.as('customer-service', tenant)).call(createPaymentLink, { params: { id: orderId }, body: {} });

  /** Order with an open link; `reference`: id of the payment at the gateway. */
  async function addLinked(tenant: Tenant, over: object = {}) {
    const order = await addOrder(tenant, over);
    const { status } = await create(tenant, order.orderId);
    if (status !== 200) throw new Error(`No link: ${status}`);
    return { ...order, tenant, reference: `${tenant}-${order.orderId}-1` };
  }

  const deliver = ({ gateway, body, headers }: Notification) =>
    test.app.inject({ method: 'POST', url: `/api/payment/${gateway}/notification/`, payload: body, headers });

  const jobs = { 'settle-payment': settle, 'refund-at-gateway': refundAtGateway };

  /** Runs the enqueued jobs once each; those that fail wait again. Returns how many ran. */
  async function work(): Promise<number> {
    const rows = await test.sql('delete from outbox where job = any($1) returning tenant, job, ids', [
      Object.keys(jobs),
    ]);
    for (const { tenant, job, ids } of rows as { tenant: Tenant; job: keyof typeof jobs; ids: object }[]) {
      const db = test.database.tenant(tenant);
      const [id] = Object.values(ids) as string[];
      await jobs[job]({ db, tenant, config, signal }, id!).catch(() =>
        test.sql('insert into outbox (tenant, job, ids) values ($1, $2, $3)', [tenant, job, ids]),
      );
    }
    return rows.length;
  }

  /** Lets the time until the next questions pass, and asks. */
  async function check(tenant: Tenant): Promise<void> {
    await test.sql('update payment_link set next_check_at = now() where next_check_at is not null and tenant = $1', [
      tenant,
    ]);
    await checkPayments.run({ db: test.database.tenant(tenant), config, tenant } as never);
    while ((await work()) > 0);
  }

  /** Asks about refunds whose time has come. */
  async function checkRefunded(tenant: Tenant): Promise<void> {
    await test.sql('update refund set next_check_at = now() where next_check_at is not null');
    await checkRefunds.run({ db: test.database.tenant(tenant), config, tenant } as never);
    await work();
  }

  /** Order that was paid by its link; at Xendit by DANA. */
  async function addPaid(tenant: Tenant, over: object = {}) {
    const order = await addLinked(tenant, over);
    simulator.payments.get(order.reference)!.channel = 'DANA';
    await deliver(simulator.act(order.reference, 'pay')!);
    await work();
    return order;
  }

  const orderOf = async (orderId: string) =>
    (
      await test.sql('select status, payment_provider, payment_method, paid_at from "order" where id = $1', [orderId])
    )[0];
  const linksOf = (orderId: string) =>
    test.sql('select state, reference, url, next_check_at from payment_link where order_id = $1 order by attempt', [
      orderId,
    ]);
  /** Charges of an order in the ledger. */
  const chargesOf = (orderId: string) =>
    test.sql(
      `select amount, reference, payment.provider, (select is_applied from payment_notice where id = notice_id) as is_applied
        from payment where order_id = $1 and kind = 'charge'`,
      [orderId],
    );
  const noticesOf = (orderId: string) =>
    test.sql('select status, is_applied, refusal from payment_notice where order_id = $1 order by id', [orderId]);
  const hasCourse = async ({ userId, courseId }: { userId: string; courseId: string }) =>
    (await test.sql('select from course_user where user_id = $1 and course_id = $2', [userId, courseId])).length > 0;

  return {
    test,
    simulator,
    midtrans,
    addOrder,
    addLinked,
    addPaid,
    checkRefunded,
    create,
    deliver,
    work,
    check,
    orderOf,
    linksOf,
    chargesOf,
    noticesOf,
    hasCourse,
    close: async () => {
      await test.close();
      await simulator.close();
    },
  };
}
