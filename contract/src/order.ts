/** Orders (spec §7; domain.md, Order). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { byIdOf, day, id, idOf, listQuery, listReply, orBlank } from './fields.ts';
import { listSize } from './page-size.ts';
import { orderStatuses } from './order-status.ts';
import { bothWays, sorted } from './sorts.ts';

const status = z.enum(orderStatuses, `A status is ${orderStatuses.join(', ')}`);

export const orderRow = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  user: z.object({ id: idOf('user'), name: z.string(), email: z.string(), phoneNumber: z.string() }),
  subtotal: z.int(),
  discountAmount: z.int(),
  voucherCode: z.string().nullable(),
  voucherAmount: z.int(),
  uniqueCode: z.int().nullable(),
  totalAmount: z.int(),
  status,
  paymentProvider: z.string(),
  paymentMethod: z.string(),
  paidAt: z.string().nullable(),
  expiredAt: z.string().nullable(),
  createdAt: z.string(),
  items: z.array(
    z.object({
      productType: z.string(),
      productId: id,
      productName: z.string(),
      price: z.int(),
      discountAmount: z.int(),
    }),
  ),
});

export const getOrder = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/:id/',
  roles: ['admin', 'customer-service'],
  params: byIdOf('order'),
  reply: orderRow,
});

/** Newest first, unless sorted. Search: name, e-mail, invoice. One person's by `userId` (ours). Dates are days in Asia/Jakarta, both inclusive. */
export const listOrders = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders',
  roles: ['admin', 'customer-service'],
  query: listQuery(
    {
      status: orBlank(status),
      startDate: orBlank(day),
      endDate: orBlank(day),
      userId: orBlank(idOf('user')),
      sort: sorted(bothWays('-createdAt', '-totalAmount')),
    },
    listSize(2),
  ),
  reply: listReply('data', orderRow),
  messages: { preferServer: true, fail: 'Failed to fetch orders' },
});
