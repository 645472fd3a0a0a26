/** What a basket costs a member, by the one price engine over the rules that the database has. */
import type { z } from 'zod';
import type { OrderQuote, quoteOrder } from '#contract/order-making.ts';
import { mostTotal } from '#contract/order-making.ts';
import { productKey, totalOf } from '#contract/purchase.ts';
import { type Quote, quote } from '#contract/quote.ts';
import { failureForMember, failureInWords, nameIn } from '#contract/refusal-words.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findFullCourses, isFull } from '#shared/course-places.ts';
import { findMember, readNow } from './making-queries.ts';
import { findDiscountRules, findOffered, findVoucherRules, type Offered } from './purchase-queries.ts';

type Asked = z.output<NonNullable<typeof quoteOrder.body>>;

/** Why each of them cannot be sold to this member now, by its key. */
async function problemsOf(db: Db, offered: readonly Offered[]): Promise<ReadonlyMap<string, string>> {
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

export interface Priced extends Quote {
  problems: ReadonlyMap<string, string>;
  /** Why the code that was typed does nothing; null: it applies, or none was typed. */
  voucherProblem: string | null;
}

/** 400 for what is not there, and for more than an order can come to. */
export async function priceOf(db: Db, { userId, items: refs, voucherCode, at }: Asked): Promise<Priced> {
  const offered = await findOffered(db, refs, userId);
  if (offered.length < refs.length) throw badRequest('One of these no longer exists', 'items');
  if (totalOf(offered.map(({ price }) => price)) > mostTotal)
    throw badRequest('More than the maximum of an order', 'items');
  const code = voucherCode?.toUpperCase() || null;
  const moment = at === null ? (await readNow(db)).at : Date.parse(at);
  const vouchers = code ? await findVoucherRules(db, refs, code, userId) : [];
  const priced = quote({
    items: offered.map(({ productType, productId, name, price }) => ({ productType, productId, name, price })),
    discounts: await findDiscountRules(db, refs, moment),
    vouchers,
    code,
    at: moment,
    floor: 0,
    uniqueCode: null,
  });
  const refused = priced.refusals.find(({ kind }) => kind === 'voucher');
  const words = refused?.failures.map((failure) => failureInWords(failure, nameIn(offered))).join(' ');
  return {
    ...priced,
    problems: await problemsOf(db, offered),
    voucherProblem: !code || priced.voucher ? null : (words ?? `There is no voucher with the code ${code}.`),
  };
}

/** 400 also for who is no member. */
export async function quoteOf(db: Db, asked: Asked): Promise<OrderQuote> {
  if (asked.userId !== null) await findMember(db, asked.userId);
  const { problems, refusals, ...priced } = await priceOf(db, asked);
  const nameOf = nameIn(priced.items);
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
