/** Explanation of prices: the price of a basket with the rules that do not apply, and its price by day. */
import type { z } from 'zod';
import { dayMs, startOfDay } from '#contract/kernel/days.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { DayPrices, PriceExplanation, explainPrice, priceByDay } from '#contract/pricing/explanation.ts';
import { pricePeriods } from '#contract/pricing/periods.ts';
import { nearestFirst, priceSentence } from '#contract/pricing/words.ts';
import { willOverlap } from '#contract/pricing/price.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findMember } from '#shared/order/creation-queries.ts';
import { findCandidateVouchers } from '#shared/order/purchase-queries.ts';
import { priceBasketWith, readBasket, quoteReply } from '#shared/order/quoting.ts';

type PriceQuery = z.output<NonNullable<typeof explainPrice.body>>;

/**
 * Explanation of a price; 400 for an unknown member, item or discount. Vouchers whose code was not
 * entered appear only for roles that may list vouchers.
 */
export async function buildPriceExplanation(db: Db, role: string, request: PriceQuery): Promise<PriceExplanation> {
  const { userId, items, discountId } = request;
  if (userId !== null) await findMember(db, userId);
  let isCut = false;
  const basket = await readBasket(db, request, {
    discountId,
    vouchersAt: async (at) => {
      if (!mayCall(vouchers.list, role)) return [];
      const others = await findCandidateVouchers(db, items, userId, at);
      ({ isCut } = others);
      return others.vouchers;
    },
  });
  const { purchase, typed } = basket;
  if (discountId !== null && !purchase.discounts.some(({ id }) => id === discountId))
    throw badRequest('This discount does not exist', 'discountId');
  const priced = await priceBasketWith(db, basket);
  const refusals = nearestFirst(priced.refusals, new Set([typed?.id ?? '', discountId ?? '']));
  const { at, code } = purchase;
  return {
    ...quoteReply({ ...priced, refusals }),
    at: new Date(at).toISOString(),
    message: priceSentence(priced, { at, code, voucherId: typed?.id }),
    isCut,
  };
}

type AskedDays = z.output<NonNullable<typeof priceByDay.body>>;

const iso = (at: number) => new Date(at).toISOString();

/** Prices of a basket by day. Throws 400 like {@link buildPriceExplanation}. */
export async function pricesByDay(db: Db, { from, to, ...request }: AskedDays): Promise<DayPrices> {
  if (request.userId !== null) await findMember(db, request.userId);
  const [start, end] = [startOfDay(from), startOfDay(to) + dayMs];
  const { purchase } = await readBasket(db, { ...request, at: iso(start) }, { until: end });
  const asPeriod = { startDate: iso(start), endDate: iso(end - 1) };
  const running = purchase.discounts.filter((rule) => rule.isActive && willOverlap(rule, asPeriod, start));
  return {
    periods: pricePeriods({ ...purchase, discounts: running }, start, end).map(
      ({ start: first, end: last, totalAmount, discounts, voucher }) => ({
        startDate: iso(first),
        endDate: iso(last),
        totalAmount,
        discounts: [...discounts],
        voucher,
      }),
    ),
  };
}
