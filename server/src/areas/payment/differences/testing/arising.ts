/** Histories that leave each kind of difference, through the endpoints and the gateways' protocols. */
import { recordPayment, takePaymentBack } from '#contract/payment/entries.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { recordCheck as checkAccess } from '#shared/access-gaps.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { type Payments, price } from '../../gateways/testing/payments.ts';

type Order = { orderId: string; reference: string; userId: string };

export const part = 50_000;

/** Each makes an order of the brand and returns it; Midtrans tells of refunds, so that `coding` is the brand of all. */
export function arisingIn(payments: Payments, tenant: Tenant = 'coding') {
  const { simulator, test } = payments;
  const staff = () => test.as('customer-service', tenant);
  async function happens(reference: string, action: Parameters<typeof simulator.act>[1]) {
    await payments.deliver(simulator.act(reference, action)!);
    await payments.work();
  }
  const byHand = async (orderId: string, amount: number) =>
    (
      await (
        await staff()
      ).call(recordPayment, {
        params: { id: orderId },
        body: { amount, method: 'Tunai', note: 'Paid at the desk' },
      })
    ).body.paymentId;
  const setStatus = (orderId: string, status: string) =>
    test.sql('update "order" set status = $2 where id = $1', [orderId, status]);

  const ways = {
    /** Paid by link after a part by hand, which was a mistake. */
    'paid-unpaid': async (order: Order) => {
      const paymentId = await byHand(order.orderId, part);
      await happens(order.reference, 'pay');
      await (await staff()).call(takePaymentBack, { params: { id: order.orderId, paymentId } });
    },
    'paid-too-little': (order: Order) => happens(order.reference, 'pay-less'),
    'paid-too-much': async (order: Order) => {
      await byHand(order.orderId, part);
      await happens(order.reference, 'pay');
    },
    'refunded-there': async (order: Order) => {
      await happens(order.reference, 'pay');
      await happens(order.reference, 'refund');
    },
    'paid-after-cancellation': async (order: Order) => {
      await setStatus(order.orderId, 'cancelled');
      await happens(order.reference, 'pay');
    },
    'paid-twice': async (order: Order) => {
      await byHand(order.orderId, price);
      await happens(order.reference, 'pay');
    },
    'part-of-an-expired-order': async (order: Order) => {
      await byHand(order.orderId, part);
      await setStatus(order.orderId, 'expired');
    },
    'no-access': async (order: Order) => {
      await happens(order.reference, 'pay');
      await test.sql('delete from course_user where user_id = $1', [order.userId]);
      await checkAccess(test.database.tenant(tenant), true);
    },
  };
  return {
    ways: Object.keys(ways) as (keyof typeof ways)[],
    arise: async (way: keyof typeof ways): Promise<Order> => {
      const order = await payments.addLinked(tenant);
      await ways[way](order);
      return order;
    },
    /** Money in a bank statement that nobody matched. */
    bankLine: async (daysAgo: number, amount = 125_000) => {
      const statement = await addRecord(test.sql, 'bank-statement', tenant, {});
      return addRecord(test.sql, 'bank-line', tenant, {
        statement_id: statement,
        state: 'open',
        amount,
        counterparty: 'BUDI SANTOSO',
        booked_on: new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
      });
    },
  };
}
