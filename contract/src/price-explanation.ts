/** Why a price is what it is: a basket with every rule that may lower it, and its price from day to day (ours). */
import { z } from 'zod';
import { day, idOf } from './fields.ts';
import { endpoint } from './kernel.ts';
import { basket, quoteOrder, someItems } from './order-making.ts';

const area = 'order';
const roles = ['admin', 'customer-service'] as const;
const embeds = ['course', 'learning-path', 'subscription', 'product', 'discount', 'voucher'] as const;

/**
 * The price of a basket with the reasons; changes nothing. The rules: discounts that hold one of the items, the one of
 * `discountId` whatever it holds, the voucher of the code, and for who may list vouchers the others that could be used.
 * 400 for an item, a member or a discount that is not there.
 */
export const explainPrice = endpoint({
  area,
  failsAs: 500,
  embeds,
  method: 'POST',
  url: '/admin/pricing/explain/',
  roles,
  body: basket.extend({ items: someItems, discountId: idOf('discount').nullable().default(null) }),
  reply: quoteOrder.reply.extend({
    /** ISO 8601: the moment that it is the price of. */
    at: z.string(),
    /** The price in a sentence, in Indonesian. */
    message: z.string(),
    /** There are more vouchers than were looked at. */
    isCut: z.boolean(),
  }),
});
export type PriceExplanation = z.output<typeof explainPrice.reply>;

/** The longest time that is looked at, in days. */
export const mostDays = 400;
const dayMs = 86_400_000;
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/**
 * The price of a basket on each day from `from` to `to`, days in Asia/Jakarta, as times of one price: the first begins
 * with the first day, the last ends with the last. By the prices and rules of now.
 */
export const priceByDay = endpoint({
  area,
  failsAs: 500,
  embeds,
  method: 'POST',
  url: '/admin/pricing/days/',
  roles,
  body: basket
    .omit({ at: true })
    .extend({ items: someItems, from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ends before it starts' })
    .refine((asked) => daysBetween(asked) <= mostDays, { path: ['to'], message: `At most ${mostDays} days` }),
  reply: z.object({
    subtotal: z.int(),
    periods: z.array(
      z.object({
        startDate: z.string(),
        endDate: z.string(),
        totalAmount: z.int(),
        discounts: z.array(z.object({ id: idOf('discount'), name: z.string() })),
        voucher: z.object({ id: idOf('voucher'), name: z.string(), code: z.string() }).nullable(),
      }),
    ),
    /** The active discounts of the items that run meanwhile. */
    discounts: z.array(
      z.object({
        id: idOf('discount'),
        name: z.string(),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
      }),
    ),
  }),
});
export type DayPrices = z.output<typeof priceByDay.reply>;
