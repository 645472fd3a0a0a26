/** Price of a basket for a member, by the price engine and the stored rules. */
import type { z } from 'zod';
import type { OrderQuote, quoteOrder } from '#contract/order/new-order.ts';
import { maxOrderTotal } from '#contract/order/new-order.ts';
import { type Purchase, type VoucherRule, productKey, totalOf } from '#contract/pricing/purchase.ts';
import { type Quote, quote } from '#contract/pricing/quote.ts';
import { failureForMember, failureInWords, nameLookup } from '#contract/pricing/refusal-words.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findFullCourses, isFull } from '../course-places.ts';
import { findMember, readDatabaseTime } from './creation-queries.ts';
import { findDiscountRules, findBasketItems, findVoucherRules, type BasketItemState } from './purchase-queries.ts';

type BasketRequest = z.output<NonNullable<typeof quoteOrder.body>>;

/** Reasons why items cannot be sold to this member now, by product key. */
async function problemsOf(db: Db, offered: readonly BasketItemState[]): Promise<ReadonlyMap<string, string>> {
  const courses = offered.filter(({ productType }) => productType === 'courses').map(({ productId }) => productId);
  const full = new Map(
    courses.length > 0 ? (await findFullCourses(db, courses)).map((one) => [one.id, isFull(one)]) : [],
  );
  const problems = offered.map((item): [string, string | undefined] => [
    productKey(item),
    !item.isPublished
      ? 'This is a draft: it is not sold'
      : item.isOwned
        ? 'This member has it already'
        : full.get(item.productId),
  ]);
  return new Map(problems.filter((one): one is [string, string] => one[1] !== undefined));
}

/** Additional rules to load, for explaining why they do not apply. */
interface Beside {
  discountId?: string | null;
  /** End of the time whose discounts are needed, in milliseconds since 1970; default: the moment of the price. */
  until?: number;
  /** Vouchers whose codes are not entered. */
  vouchersAt?: (at: number) => Promise<readonly VoucherRule[]>;
}

/** Basket with its rules. 400 for unknown items and for totals above the maximum of an order. */
export async function readBasket(db: Db, { userId, items: refs, voucherCode, at }: BasketRequest, beside: Beside = {}) {
  const offered = await findBasketItems(db, refs, userId);
  if (offered.length < refs.length) throw badRequest('One of these no longer exists', 'items');
  if (totalOf(offered.map(({ price }) => price)) > maxOrderTotal)
    throw badRequest('More than the maximum of an order', 'items');
  const code = voucherCode?.toUpperCase() || null;
  const typed = code ? await findVoucherRules(db, refs, code, userId) : [];
  const moment = at === null ? (await readDatabaseTime(db)).at : Date.parse(at);
  const others = (await beside.vouchersAt?.(moment)) ?? [];
  const purchase: Purchase = {
    items: offered.map(({ productType, productId, name, price }) => ({ productType, productId, name, price })),
    discounts: await findDiscountRules(db, refs, { start: moment, end: beside.until ?? moment }, beside.discountId),
    vouchers: [...typed, ...others.filter(({ id }) => !typed.some((one) => one.id === id))],
    code,
    at: moment,
    floor: 0,
    uniqueCode: null,
  };
  return { purchase, offered, typed: typed[0] };
}

export interface PricedBasket extends Quote {
  problems: ReadonlyMap<string, string>;
  /** Reason why the entered code does not apply; null: it applies, or none was entered. */
  voucherProblem: string | null;
}

/** Prices a basket that was read, with the problems of its items and its code. */
export async function priceBasketWith(
  db: Db,
  { purchase, offered, typed }: Awaited<ReturnType<typeof readBasket>>,
): Promise<PricedBasket> {
  const priced = quote(purchase);
  const refused = priced.refusals.find(({ kind, id }) => kind === 'voucher' && id === typed?.id);
  const words = refused?.failures.map((failure) => failureInWords(failure, nameLookup(offered))).join(' ');
  const { code } = purchase;
  return {
    ...priced,
    problems: await problemsOf(db, offered),
    voucherProblem: !code || priced.voucher ? null : (words ?? `There is no voucher with the code ${code}.`),
  };
}

/** Price of a basket. Throws 400 like {@link readBasket}. */
export const priceBasket = async (db: Db, basket: BasketRequest): Promise<PricedBasket> =>
  priceBasketWith(db, await readBasket(db, basket));

/** Reply of a quote. */
export function quoteReply({ problems, refusals, ...priced }: PricedBasket): OrderQuote {
  const nameOf = nameLookup(priced.items);
  return {
    ...priced,
    items: priced.items.map((item) => ({ ...item, problem: problems.get(productKey(item)) ?? null })),
    lines: [...priced.lines],
    refusals: refusals.map(({ failures, ...rule }) => ({
      ...rule,
      failures: failures.map((failure) => ({
        condition: failure.condition,
        text: failureInWords(failure, nameOf),
        member: failureForMember(failure, nameOf),
      })),
    })),
  };
}

/** Quote for a basket; 400 also if the user is not a member. */
export async function quoteOf(db: Db, basket: BasketRequest): Promise<OrderQuote> {
  if (basket.userId !== null) await findMember(db, basket.userId);
  return quoteReply(await priceBasket(db, basket));
}
