/** Sales of a period by day, product, promotion or payment method, from sums that are kept by day (ours). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { day, filter } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';

export const salesViews = ['day', 'product', 'promotion', 'method'] as const;
export type SalesView = (typeof salesViews)[number];
export const salesGroups = ['day', 'week', 'month'] as const;
export type SalesGroup = (typeof salesGroups)[number];

/** Maximum period in days. */
export const maxSalesDays = 400;
/** Upper limit of rows in a reply. */
export const maxSalesRows = 500;
/** Length of the default period, which ends today. */
export const defaultSalesDays = 30;

/**
 * Amounts in integer rupiah. Orders count on the day of their payment, refunds on the day of the refund; days are those of
 * Asia/Jakarta.
 */
const figures = {
  /** Paid orders, also if refunded later. */
  orders: z.int(),
  /** List prices of the paid orders. */
  gross: z.int(),
  /** Product discounts and vouchers of the paid orders. */
  discounts: z.int(),
  /** Payments, unique codes of transfers included. */
  paid: z.int(),
  /** Refunded or cancelled orders that had been paid. */
  refunds: z.int(),
  refunded: z.int(),
  /** `paid` less `refunded`. */
  net: z.int(),
};
const salesFigures = z.object(figures);
export type SalesFigures = z.output<typeof salesFigures>;

const period = { from: z.string(), to: z.string() };
const query = z.object({
  from: filter(day, 'From'),
  to: filter(day, 'Until'),
  by: field(z.enum(salesViews).default('day'), { label: 'By' }),
  group: field(z.enum(salesGroups).default('day'), { label: 'Group' }),
});

/**
 * Sales from `from` to `to` (days, both inclusive; default: the last 30 days), with the totals of as many days before.
 * `periods` are the days, weeks (from Monday) or months without gaps; the first and last may be cut. `rows`: one for each
 * product, promotion or method, highest net sales first; none by day. An order with several promotions counts in each;
 * their `discounts` add up. 400 if the period is longer than 400 days.
 */
export const readSales = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/sales/',
  roles: ['admin', 'customer-service'],
  query,
  reply: z.object({
    ...period,
    by: z.enum(salesViews),
    group: z.enum(salesGroups),
    total: salesFigures,
    before: salesFigures.extend(period),
    periods: z.array(
      salesFigures.extend({
        ...period,
        /** `paid` of the same days in the period before. */
        paidBefore: z.int(),
      }),
    ),
    rows: z.array(
      salesFigures.extend({
        /**
         * Product type; `discount`, `voucher`, or `code` for one that no voucher has; `none`: orders without items or
         * promotions; payment provider.
         */
        type: z.string(),
        /** Id, code or payment method; '' if unknown. */
        key: z.string(),
        /** Name at the time of a sale; for vouchers, the present code. */
        name: z.string(),
      }),
    ),
    /** Whether there are more rows than the reply has. */
    isCut: z.boolean(),
  }),
});
export type Sales = z.output<typeof readSales.reply>;

const fees = z.int();
/**
 * Fees that gateways kept, in the same period and groups as {@link readSales}, on the day of their payout
 * (docs/decisions/0123). `periods` in its order; `methods` by provider and method.
 */
export const readSalesFees = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/sales/fees/',
  roles: ['admin'],
  query,
  reply: z.object({
    total: fees,
    before: fees,
    periods: z.array(fees),
    methods: z.array(z.object({ type: z.string(), key: z.string(), fees })),
  }),
});
