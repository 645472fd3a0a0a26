/** Orders that programs place, and payments that they report (ours; domain.md, Integration). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instant, name, whole } from '../kernel/fields.ts';
import { orderRow } from '../order/endpoints.ts';
import { basket, makeOrder, maxOrderTotal, nonEmptyItems, quoteOrder } from '../order/new-order.ts';
import type { OrderStatus } from '../order/status.ts';
import { externalId, memberRef } from './members.ts';

const area = 'integration';
const { voucherCode } = basket.shape;
const { totalAmount } = makeOrder.body!.shape;
const byExternalId = z.object({ externalId });

/**
 * Calculates the price of a basket now; without a member, no voucher counts as used. `problem` and `voucherProblem`:
 * reasons why an order would be refused.
 */
export const quoteBasket = endpoint({
  area,
  method: 'POST',
  url: '/integration/quotes',
  roles: 'key',
  scope: 'orders:write',
  body: z.object({ member: memberRef.optional(), items: nonEmptyItems, voucherCode }),
  reply: quoteOrder.reply.pick({
    items: true,
    subtotal: true,
    discountAmount: true,
    voucherAmount: true,
    totalAmount: true,
    voucherProblem: true,
  }),
});

const placed = orderRow.pick({ orderId: true, invoiceNumber: true, totalAmount: true, status: true });

/**
 * Places an unpaid order at current prices; a total of 0 is paid at once. The same call again answers the same order;
 * 409 at the field that differs. `totalAmount`: the total that the member saw, 409 if it is another by now.
 */
export const placeOrder = endpoint({
  area,
  method: 'POST',
  url: '/integration/orders',
  roles: 'key',
  scope: 'orders:write',
  success: 201,
  creates: true,
  body: z.object({
    externalId,
    member: memberRef,
    items: nonEmptyItems,
    voucherCode,
    totalAmount: totalAmount.optional(),
  }),
  reply: placed,
});

/** Statuses of payment notices, by increasing precedence. */
export const noticeStatuses = ['pending', 'failed', 'expired', 'cancelled', 'paid'] as const;
type NoticeStatus = (typeof noticeStatuses)[number];

const precedence: readonly OrderStatus[] = ['unpaid', ...noticeStatuses, 'refunded'];
/** Whether a notice changes the status of an order. Whatever the order of arrival, the highest of all notices stands. */
export const outranks = (notice: NoticeStatus, current: OrderStatus): boolean =>
  precedence.indexOf(notice) > precedence.indexOf(current);

const notice = {
  /** Id of the payment at its provider; a payment has one notice of each status. */
  reference: name(1, 100),
  amount: whole().min(0, 'Not below 0').max(maxOrderTotal),
  status: z.enum(noticeStatuses, `A status is ${noticeStatuses.join(', ')}`),
  method: name(1, 50),
};

/**
 * Records a payment notice and sets the order's status. The same notice again changes nothing, and notices out of order
 * end in the same status. 409 if a paid amount is not the order's total, or the order cannot be paid: that is recorded too.
 */
export const reportPayment = endpoint({
  area,
  method: 'POST',
  url: '/integration/orders/:externalId/payments',
  roles: 'key',
  scope: 'payments:write',
  params: byExternalId,
  body: z.object({ ...notice, paidAt: instant.nullable().default(null) }),
  reply: placed,
});

const { items, ...totals } = orderRow.pick({
  items: true,
  subtotal: true,
  discountAmount: true,
  voucherCode: true,
  voucherAmount: true,
  paidAt: true,
  createdAt: true,
}).shape;

export const getPlacedOrder = endpoint({
  area,
  method: 'GET',
  url: '/integration/orders/:externalId',
  roles: 'key',
  scope: 'orders:read',
  params: byExternalId,
  reply: placed.extend({
    externalId: z.string(),
    ...totals,
    items: z.array(items.element.omit({ isOpened: true, quantity: true })),
    /** Notices in the order of arrival; `refusal`: reason why one had no effect. */
    payments: z.array(
      z.object({
        reference: z.string(),
        amount: z.int(),
        status: z.enum(noticeStatuses),
        method: z.string(),
        paidAt: z.string().nullable(),
        at: z.string(),
        refusal: z.string().nullable(),
      }),
    ),
  }),
});
