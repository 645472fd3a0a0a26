/** Orders that staff make for a member: quote and creation (ours). */
import { z } from 'zod';
import { type ProductType, productNames } from '../pricing/product-type.ts';
import { choice } from '../kernel/draft.ts';
import { field } from '../kernel/draft.ts';
import {
  id,
  idOf,
  instant,
  link,
  listQuery,
  listReply,
  name,
  publishedFilter,
  whole,
  filter,
} from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { kindOfProduct, productKey } from '../pricing/purchase.ts';

const area = 'order';
const roles = ['admin', 'customer-service'] as const;

const refTo = <Type extends ProductType>(productType: Type) =>
  z.object({ productType: z.literal(productType), productId: idOf(kindOfProduct[productType]) });
const refs = [refTo('courses'), refTo('learning paths'), refTo('subscriptions'), refTo('products')] as const;
const ref = z.discriminatedUnion('productType', refs);

/** Upper limit of seats per item. */
export const maxSeats = 200;
/** Number of seats that a company buys; a member buys one. */
const quantity = whole().min(1, 'At least 1').max(maxSeats, `At most ${maxSeats}`).default(1);
const [course, path, plan, product] = refs;
const seatsRef = z.discriminatedUnion('productType', [
  course.extend({ quantity }),
  path.extend({ quantity }),
  plan.extend({ quantity }),
  product.extend({ quantity }),
]);
/** Product in a reply. */
const productFields = { productType: choice(productNames), productId: id, name: z.string(), price: z.int() };

/** Upper limit of an order's total in rupiah. */
export const maxOrderTotal = 2_000_000_000;
/** Upper limit of items per order. */
const maxItems = 20;
const listOf = <Ref extends typeof ref | typeof seatsRef>(one: Ref) =>
  z
    .array(one)
    .max(maxItems, `At most ${maxItems}`)
    .refine((all) => new Set(all.map(productKey)).size === all.length, 'A product is listed twice');
/** Items of an order, one to 20 different ones. */
export const nonEmptyItems = listOf(ref).min(1, 'Choose at least one');
const items = listOf(seatsRef);
const code = name(0, 20).nullable().default(null);

/**
 * Lists courses, learning paths, plans and products with their current prices by name, published ones, which can be sold,
 * first. `productId` selects one.
 */
export const listSaleable = endpoint({
  area,
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/saleable/',
  roles,
  query: listQuery({ productId: filter(id, 'Product'), isPublished: publishedFilter }, fixedSize(10)),
  reply: listReply('items', z.object({ ...productFields, finalPrice: z.int(), isPublished: z.boolean() })),
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
  /** Reason for staff, including the remedy; `member`: the reason for the member, in Indonesian. */
  text: z.string(),
  member: z.string(),
});

/** Basket to price; `at`: null for now. With a company, `items` are seats, and no voucher applies. */
export const basket = z.object({
  userId: idOf('user').nullable().default(null),
  companyId: idOf('company').nullable().default(null),
  items,
  voucherCode: code,
  at: instant.nullable().default(null),
});

/**
 * Calculates the price of a basket for a member, now or at another moment; changes nothing. Without a member, no
 * voucher counts as used.
 */
export const quoteOrder = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/orders/quote/',
  roles,
  body: basket,
  reply: z.object({
    items: z.array(
      z.object({
        ...productFields,
        /** Number of seats, of which the amounts are the sum. */
        quantity: z.int(),
        discount: z.object({ id: idOf('discount'), name: z.string() }).nullable(),
        discountAmount: z.int(),
        voucherAmount: z.int(),
        finalPrice: z.int(),
        /** Reason the member cannot buy it: they have it already, or its course is full; null: they can. */
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
    /** Reason the entered code has no effect; null: it applies, or none was entered. */
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

/** Form fields of a company's order; without a company they are empty. */
export const companyFields = {
  companyId: field(idOf('company').nullable().default(null), {
    label: 'Company',
    hint: 'Buys seats; the member is in charge of the order.',
  }),
  purchaseOrder: field(name(0, 60).default(''), { label: 'Purchase order', placeholder: 'PO/2026/0117' }),
  purchaseOrderFile: field(link.nullable().default(null), {
    label: 'File of the purchase order',
    placeholder: 'Drop the purchase order here',
  }),
  seatsEnd: field(instant.nullable().default(null), {
    label: 'Codes end',
    hint: 'Empty: they do not end.',
    isEnd: true,
  }),
};

/**
 * Creates an unpaid order at current prices. 409 if the current total differs from `totalAmount`, the total that was
 * shown. A code from 1 to 999 is added to the total to identify bank transfers. A total of 0 is paid at once, with the
 * effects of the status. A company's order opens nothing to its member, who is in charge of it: once it is paid, each
 * seat is a code that another member claims.
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
    ...companyFields,
    items: items.min(1, 'Choose at least one'),
    voucherCode: code,
    /** Days until it expires, at the end of the day in Asia/Jakarta; 0 is today. */
    payableDays: whole().min(0, 'Not below 0').max(90, 'At most 90'),
    totalAmount: whole().min(0, 'Not below 0').max(maxOrderTotal),
  }),
  reply: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), totalAmount: z.int() }),
  messages: { ok: 'Order {invoiceNumber} made', fail: 'Failed to make the order' },
});
