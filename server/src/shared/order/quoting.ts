/** Price of a basket for a member, by the price engine and the stored rules. */
import type { z } from 'zod';
import type { OrderQuote, quoteOrder } from '#contract/order/new-order.ts';
import { maxOrderTotal } from '#contract/order/new-order.ts';
import { type ProductRef, type Purchase, type VoucherRule, productKey, totalOf } from '#contract/pricing/purchase.ts';
import { type Quote, quote, quoteSeats } from '#contract/pricing/quote.ts';
import { failureForMember, failureInWords, nameLookup } from '#contract/pricing/refusal-words.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { type Places, findPlaces, fits, freePlaces, fullMessage } from '../course-places.ts';
import { findBuyer } from './seats.ts';
import { findMember, readDatabaseTime } from './creation-queries.ts';
import { findDiscountRules, findBasketItems, findVoucherRules, type BasketItemState } from './purchase-queries.ts';

type BasketRequest = Omit<z.output<NonNullable<typeof quoteOrder.body>>, 'items' | 'companyId'> & {
  items: readonly (ProductRef & { quantity?: number })[];
  companyId?: string | null;
};
/** Seats of each product. */
type SeatsOf = (item: ProductRef) => number;

/** Reasons why items cannot be sold to this member now, by product key. */
async function problemsOf(
  db: Db,
  offered: readonly BasketItemState[],
  { purchase, seatsOf, isForCompany, userId }: Pick<ReadBasket, 'purchase' | 'seatsOf' | 'isForCompany' | 'userId'>,
): Promise<ReadonlyMap<string, string>> {
  const courses = offered.filter(({ productType }) => productType === 'courses').map(({ productId }) => productId);
  const limited = courses.length > 0 ? await findPlaces(db, courses, purchase.code) : [];
  const isFull = (places: Places) =>
    isForCompany
      ? freePlaces(places) < seatsOf({ productType: 'courses', productId: places.id })
      : !fits(places, userId);
  const full = new Map(limited.filter(isFull).map((places) => [places.id, fullMessage(places)]));
  const problems = offered.map((item): [string, string | undefined] => [
    productKey(item),
    !item.isPublished
      ? 'This is a draft: it is not sold'
      : item.isOwned
        ? 'This member has it already'
        : item.hasPlace
          ? undefined
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
export async function readBasket(
  db: Db,
  { userId, companyId = null, items: refs, voucherCode, at }: BasketRequest,
  beside: Beside = {},
) {
  const seats = new Map(refs.map((one) => [productKey(one), one.quantity ?? 1]));
  const seatsOf: SeatsOf = (item) => seats.get(productKey(item))!;
  if (companyId === null && refs.some((one) => seatsOf(one) > 1))
    throw badRequest('Only a company buys several seats', 'items');
  if (companyId !== null && voucherCode) throw badRequest('An order of a company takes no voucher', 'voucherCode');
  const offered = await findBasketItems(db, refs, companyId === null ? userId : null);
  if (offered.length < refs.length) throw badRequest('One of these no longer exists', 'items');
  if (totalOf(offered.map((item) => item.price * seatsOf(item))) > maxOrderTotal)
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
  return { purchase, offered, typed: typed[0], seatsOf, isForCompany: companyId !== null, userId };
}

type ReadBasket = Awaited<ReturnType<typeof readBasket>>;

export interface PricedBasket extends Quote {
  seatsOf: SeatsOf;
  problems: ReadonlyMap<string, string>;
  /** Reason why the entered code does not apply; null: it applies, or none was entered. */
  voucherProblem: string | null;
}

/** Prices a basket that was read, with the problems of its items and its code. */
export async function priceBasketWith(db: Db, basket: ReadBasket): Promise<PricedBasket> {
  const { purchase, offered, typed, seatsOf, isForCompany } = basket;
  const priced = isForCompany ? quoteSeats(purchase, seatsOf) : quote(purchase);
  const refused = priced.refusals.find(({ kind, id }) => kind === 'voucher' && id === typed?.id);
  const words = refused?.failures.map((failure) => failureInWords(failure, nameLookup(offered))).join(' ');
  const { code } = purchase;
  return {
    ...priced,
    seatsOf,
    problems: await problemsOf(db, offered, basket),
    voucherProblem: !code || priced.voucher ? null : (words ?? `There is no voucher with the code ${code}.`),
  };
}

/** Price of a basket. Throws 400 like {@link readBasket}. */
export const priceBasket = async (db: Db, basket: BasketRequest): Promise<PricedBasket> =>
  priceBasketWith(db, await readBasket(db, basket));

/** Reply of a quote. */
export function quoteReply({ problems, refusals, seatsOf, ...priced }: PricedBasket): OrderQuote {
  const nameOf = nameLookup(priced.items);
  return {
    ...priced,
    items: priced.items.map((item) => ({
      ...item,
      quantity: seatsOf(item),
      problem: problems.get(productKey(item)) ?? null,
    })),
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
  if (basket.companyId) await findBuyer(db, basket.companyId);
  return quoteReply(await priceBasket(db, basket));
}
