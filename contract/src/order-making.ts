/** An order made for a member by staff, its price before it is made, and what becomes of it after (ours). */
import { z } from 'zod';
import { type ProductType, productNames } from './discount.ts';
import { choice } from './draft.ts';
import { byIdOf, id, idOf, instant, listQuery, listReply, name, optionalFlag, orBlank, whole } from './fields.ts';
import { endpoint } from './kernel.ts';
import { orderRow } from './order.ts';
import { fixedSize } from './page-size.ts';
import { kindOfProduct, productKey } from './purchase.ts';

const area = 'order';
const roles = ['admin', 'customer-service'] as const;

const refTo = <Type extends ProductType>(productType: Type) =>
  z.object({ productType: z.literal(productType), productId: idOf(kindOfProduct[productType]) });
const ref = z.discriminatedUnion('productType', [
  refTo('courses'),
  refTo('learning paths'),
  refTo('subscriptions'),
  refTo('products'),
]);
/** A product as an answer tells it. */
const told = { productType: choice(productNames), productId: id, name: z.string(), price: z.int() };

/** What an order can come to. */
export const mostTotal = 2_000_000_000;
/** More than a person buys at once. */
const mostItems = 20;
const items = z
  .array(ref)
  .max(mostItems, `At most ${mostItems}`)
  .refine((all) => new Set(all.map(productKey)).size === all.length, 'A product is listed twice');
const code = name(0, 20).nullable().default(null);

/** Courses, learning paths, plans and products by name, with what they cost now: the published ones, or all. One by `productId`. */
export const listSaleable = endpoint({
  area,
  failsAs: 500,
  embeds: 'all',
  method: 'GET',
  url: '/admin/orders/saleable/',
  roles,
  query: listQuery({ productId: orBlank(id), all: optionalFlag }, fixedSize(10)),
  reply: listReply('items', z.object({ ...told, finalPrice: z.int() })),
});

const failure = z.object({
  condition: z.enum([
    'active',
    'published',
    'stackable',
    'start',
    'end',
    'code',
    'spent code',
    'product',
    'purchase',
    'quota',
    'member quota',
    'price',
  ]),
  /** To staff, with what would mend it; to the member, in Indonesian. */
  text: z.string(),
  member: z.string(),
});

/** What a basket costs a member now, or on another moment; changes nothing. Without a member nobody used a voucher yet. */
export const quoteOrder = endpoint({
  area,
  failsAs: 500,
  embeds: ['course', 'learning-path', 'subscription', 'product', 'discount', 'voucher'],
  method: 'POST',
  url: '/admin/orders/quote/',
  roles,
  body: z.object({
    userId: idOf('user').nullable().default(null),
    items,
    voucherCode: code,
    at: instant.nullable().default(null),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        ...told,
        discount: z.object({ id: idOf('discount'), name: z.string() }).nullable(),
        discountAmount: z.int(),
        voucherAmount: z.int(),
        finalPrice: z.int(),
        /** What keeps it from being sold to this member: it is theirs already, or its course is full. */
        problem: z.string().nullable(),
      }),
    ),
    lines: z.array(
      z.object({
        kind: z.enum(['list price', 'discount', 'voucher', 'floor', 'rounding', 'unique code']),
        label: z.string(),
        amount: z.int(),
      }),
    ),
    subtotal: z.int(),
    discountAmount: z.int(),
    voucher: z.object({ id: idOf('voucher'), name: z.string(), code: z.string() }).nullable(),
    voucherAmount: z.int(),
    totalAmount: z.int(),
    /** Why the code that was typed does nothing; null: it applies, or none was typed. */
    voucherProblem: z.string().nullable(),
    refusals: z.array(
      z.object({
        kind: z.enum(['discount', 'voucher']),
        id,
        name: z.string(),
        failures: z.array(failure),
      }),
    ),
  }),
});
export type OrderQuote = z.output<typeof quoteOrder.reply>;

/**
 * Makes an unpaid order by the price of this moment. 409 where that is not `totalAmount`, what was seen; a code for
 * transfers (1 to 999) is added to it.
 */
export const makeOrder = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/orders/',
  roles,
  success: 201,
  creates: true,
  body: z.object({
    userId: idOf('user'),
    items: items.min(1, 'Choose at least one'),
    voucherCode: code,
    /** Until the end of that day in Asia/Jakarta; 0 is today. */
    payableDays: whole().min(0, 'Not below 0').max(90, 'At most 90'),
    totalAmount: whole().min(0, 'Not below 0').max(mostTotal),
  }),
  reply: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), totalAmount: z.int() }),
  messages: { ok: 'Order {invoiceNumber} made', fail: 'Failed to make the order' },
});

/** Opens, closes, takes and gives back as `effectsOf` says (order-rules.ts), all or nothing. */
export const setOrderStatus = endpoint({
  area,
  failsAs: 500,
  method: 'PUT',
  url: '/admin/orders/:id/status/',
  roles,
  params: byIdOf('order'),
  versioned: true,
  body: z.object({ status: z.enum(['paid', 'pending', 'unpaid', 'cancelled', 'refunded']) }),
  reply: orderRow,
  messages: { ok: 'Order status updated', fail: 'Failed to update the order status' },
});
