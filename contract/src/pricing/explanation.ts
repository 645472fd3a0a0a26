/** Explanation of a price, with every rule that may lower it, and the price by day (not in the spec). */
import { z } from 'zod';
import { dayMs } from '../kernel/days.ts';
import { day, idOf } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { basket, quoteOrder, nonEmptyItems } from '../order/new-order.ts';

const area = 'order';
const roles = ['admin', 'customer-service'] as const;

/**
 * Explains the price of a basket; changes nothing. Explained rules: discounts of the items, the discount of `discountId`,
 * the voucher of the code and, for roles that may list vouchers, other vouchers that could be used. 400 for an unknown
 * item, member or discount.
 */
export const explainPrice = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/pricing/explain/',
  roles,
  body: basket
    .omit({ companyId: true })
    .extend({ items: nonEmptyItems, discountId: idOf('discount').nullable().default(null) }),
  reply: quoteOrder.reply.extend({
    /** Moment of the price, in ISO 8601. */
    at: z.string(),
    /** The price in a sentence, in Indonesian. */
    message: z.string(),
    /** Whether there are more vouchers than explained. */
    isCut: z.boolean(),
  }),
});
export type PriceExplanation = z.output<typeof explainPrice.reply>;

/** Maximum period in days. */
export const maxDays = 400;
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/**
 * Price of a basket from `from` to `to` (days in Asia/Jakarta) as periods of constant price, which cover the days without
 * gaps. Uses the current prices and rules.
 */
export const priceByDay = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/pricing/days/',
  roles,
  body: basket
    .omit({ at: true, companyId: true })
    .extend({ items: nonEmptyItems, from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ends before it starts' })
    .refine((period) => daysBetween(period) <= maxDays, { path: ['to'], message: `At most ${maxDays} days` }),
  reply: z.object({
    periods: z.array(
      z.object({
        startDate: z.string(),
        endDate: z.string(),
        totalAmount: z.int(),
        discounts: z.array(z.object({ id: idOf('discount'), name: z.string() })),
        voucher: z.object({ id: idOf('voucher'), name: z.string(), code: z.string() }).nullable(),
      }),
    ),
  }),
});
export type DayPrices = z.output<typeof priceByDay.reply>;
