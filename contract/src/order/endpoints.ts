/** Orders (spec §7; domain.md, Order). */
import { z } from 'zod';
import { productNames } from '../pricing/product-type.ts';
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, day, filter, id, idOf, listQuery, listReply, searchField, version } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { itemAccess } from './rules.ts';
import { orderStatuses } from './status.ts';
import { withReverse, sorted } from '../kernel/sorts.ts';

const roles = ['admin', 'customer-service'] as const;
const status = z.enum(orderStatuses, `A status is ${orderStatuses.join(', ')}`);

const item = z.object({
  productType: choice(productNames),
  productId: id,
  productName: z.string(),
  price: z.int(),
  discountAmount: z.int(),
  /** Seats of a company, of which the amounts are the sum; else 1. */
  quantity: z.int(),
  /** The order gave the member access to it. */
  isOpened: z.boolean(),
});

/** Order in the list, with its items; amounts are rupiah. */
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
  version,
  items: z.array(item),
});

const detailedItem = item.extend({
  /** Discount in its price, by its name then; null: none, or unknown. */
  discountName: z.string().nullable(),
  access: z.enum(itemAccess),
  /** Other grants of it: another paid order, a learning path, or another subscription. */
  otherGrants: z.array(z.object({ kind: z.enum(['order', 'learning-path', 'subscription']), id, name: z.string() })),
  /** Tracking document of the same e-mail and course, the nearest in time; null: none, or hosted elsewhere. */
  tracked: z.object({ documentId: z.string(), email: z.string(), status: z.string() }).nullable(),
});

export const getOrder = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/:id/',
  roles,
  scope: 'orders:read',
  params: byIdOf('order'),
  versioned: true,
  /** `voucherId`: null if no voucher was used. */
  reply: orderRow.extend({
    items: z.array(detailedItem),
    voucherId: idOf('voucher').nullable(),
    /** Company that buys seats; its codes are those of `listSeats`. */
    company: z
      .object({
        companyId: idOf('company'),
        name: z.string(),
        purchaseOrder: z.string(),
        purchaseOrderFile: z.string().nullable(),
      })
      .nullable(),
    /** Order of a company whose seat this order claimed. */
    seatOf: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), company: z.string() }).nullable(),
  }),
});

/**
 * Filters; days are those of Asia/Jakarta. `startDate`, `endDate`: first and last day of the creation. Ours:
 * `paidDate`, the day of the payment, `userId`, the buyer, `companyId`, and `productId`, one of the items.
 */
const filters = {
  status: filter(status, 'Status'),
  startDate: filter(day, 'From'),
  endDate: filter(day, 'Until'),
  paidDate: filter(day, 'Paid on'),
  userId: filter(idOf('user'), 'Member'),
  companyId: filter(idOf('company'), 'Company'),
  productId: filter(id, 'Product'),
};
/** Filter of the list of orders, without paging. */
export const orderFilter = z.object({ search: searchField, ...filters });

/** Lists orders, newest first by default. Searches name, e-mail, invoice number, and phone in any spelling. */
export const listOrders = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders',
  metered: true,
  roles,
  scope: 'orders:read',
  query: listQuery(
    {
      ...filters,
      sort: sorted(withReverse('-createdAt', '-totalAmount')),
    },
    listSize(2),
  ),
  reply: listReply('data', orderRow),
  messages: { preferServer: true, fail: 'Failed to fetch orders' },
});

/**
 * Sets the status, with the effects that `effectsOf` (rules.ts) describes; all or nothing. `removeAccess`: whether an
 * order that is no longer paid takes the access back that it gave; it changes nothing about other orders.
 */
export const setOrderStatus = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'PUT',
  url: '/admin/orders/:id/status/',
  roles,
  params: byIdOf('order'),
  versioned: true,
  body: z.object({
    status: z.enum(['paid', 'pending', 'unpaid', 'cancelled', 'refunded']),
    removeAccess: z.boolean().default(true),
  }),
  reply: getOrder.reply,
  messages: { ok: 'Order status updated', fail: 'Failed to update the order status' },
});
