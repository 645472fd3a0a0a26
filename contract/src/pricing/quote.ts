/**
 * Pricing engine: price of a basket for a member at a moment with a code (spec §5; domain.md, Discount, Voucher). Pure;
 * the server sells by it, and pages and the simulator explain prices with it.
 */
import { DiscountType, amountOff, isInForce } from './price.ts';
import {
  type BasketItem,
  type DiscountRule,
  type DiscountedItem,
  type ProductRef,
  type Purchase,
  type VoucherRule,
  discountedItem,
  productKey,
  totalOf,
  voucherShares,
} from './purchase.ts';
import { type Refusal, discountFailures, voucherFailures } from './refusals.ts';

/** Item with its price breakdown: `price - discountAmount - voucherAmount = finalPrice`. */
export interface QuotedItem extends BasketItem {
  discount: { id: string; name: string } | null;
  discountAmount: number;
  voucherAmount: number;
  finalPrice: number;
}

/**
 * Line of the price breakdown. `floor`: reductions undone because they went below the floor; `rounding`: fractions of a
 * rupiah.
 */
export interface QuoteLine {
  kind: 'list price' | 'discount' | 'voucher' | 'floor' | 'rounding' | 'unique code';
  /** Name of the item or discount, or code of the voucher; '' for others. */
  label: string;
  amount: number;
}

/** Price of a purchase with its breakdown; amounts are rupiah. */
export interface Quote {
  /** Sorted by product key. */
  items: readonly QuotedItem[];
  /** Their amounts add up to the total. */
  lines: readonly QuoteLine[];
  subtotal: number;
  discountAmount: number;
  voucher: { id: string; name: string; code: string } | null;
  voucherAmount: number;
  uniqueCode: number | null;
  totalAmount: number;
  /** Rules that did not apply. */
  refusals: readonly Refusal[];
}

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const byId = (one: { id: string }, other: { id: string }) => byText(one.id, other.id);

/** Lines of a reduction by `off`, of which `cut` is the effect of rounding. */
const steps = (kind: 'discount' | 'voucher', label: string, off: number, cut: number): QuoteLine[] => [
  { kind, label, amount: cut - off },
  { kind: 'rounding', label, amount: -cut },
];

/** Rounding effect of a percentage: 1 if the reduced price is rounded down, else 0. */
const cutOf = (price: number, { type, value }: { type: DiscountType; value: number }): number =>
  type === DiscountType.PERCENTAGE && (price * value) % 100 !== 0 ? 1 : 0;

function voucherSteps({ voucher, eligible, shares }: Applied): QuoteLine[] {
  const sum = totalOf(eligible.map(({ discountedPrice }) => discountedPrice));
  const off = totalOf(shares);
  const isCapped = off < amountOff(sum, voucher);
  return steps('voucher', voucher.code, off, isCapped ? 0 : cutOf(sum, voucher));
}

/** Lines to show: drops amounts of 0 except list prices, and merges rounding into one line before the unique code. */
function visibleLines(lines: readonly QuoteLine[]): QuoteLine[] {
  const rounding = totalOf(lines.filter(({ kind }) => kind === 'rounding').map(({ amount }) => amount));
  const others = lines.filter(({ kind, amount }) => kind !== 'rounding' && (amount !== 0 || kind === 'list price'));
  const last = others.findIndex(({ kind }) => kind === 'unique code');
  const step: QuoteLine[] = rounding === 0 ? [] : [{ kind: 'rounding', label: '', amount: rounding }];
  return last < 0 ? [...others, ...step] : others.toSpliced(last, 0, ...step);
}

/** Selects the applicable voucher, and collects the failures of the others. */
function judge(purchase: Purchase, items: readonly DiscountedItem[]) {
  const judged = purchase.vouchers
    .toSorted(byId)
    .map((voucher) => ({ voucher, ...voucherFailures(voucher, items, purchase) }));
  const applied = judged.find(({ failures }) => failures.length === 0);
  return {
    applied: applied && { ...applied, shares: voucherShares(applied.voucher, applied.eligible) },
    refused: judged.filter((one) => one !== applied),
  };
}
type Applied = NonNullable<ReturnType<typeof judge>['applied']>;

function quotedItem({ discount, discountedPrice, ...item }: DiscountedItem, share: number, floor: number): QuotedItem {
  const lowest = Math.min(item.price, floor);
  const afterDiscount = Math.max(discountedPrice, lowest);
  const finalPrice = Math.max(discountedPrice - share, lowest);
  return {
    ...item,
    discount: discount && { id: discount.id, name: discount.name },
    discountAmount: item.price - afterDiscount,
    voucherAmount: afterDiscount - finalPrice,
    finalPrice,
  };
}

function stepsOf(items: readonly DiscountedItem[], applied: Applied | undefined): QuoteLine[] {
  return [
    ...items.map(({ name, price }): QuoteLine => ({ kind: 'list price', label: name, amount: price })),
    ...items.flatMap(({ discount, price, discountedPrice }) =>
      discount ? steps('discount', discount.name, price - discountedPrice, cutOf(price, discount)) : [],
    ),
    ...(applied ? voucherSteps(applied) : []),
  ];
}

/** Price of a purchase: discounted items, the applied voucher, and the refused rules with reasons. */
export function quote(purchase: Purchase): Quote {
  const inForce = purchase.discounts.filter((rule) => isInForce(rule, purchase.at));
  const items = purchase.items
    .map((item) => discountedItem(item, inForce))
    .toSorted((one, other) => byText(productKey(one), productKey(other)));
  const { applied, refused } = judge(purchase, items);
  const shares = new Map(applied?.eligible.map((item, index) => [productKey(item), applied.shares[index]]));
  const quoted = items.map((item) => quotedItem(item, shares.get(productKey(item)) ?? 0, purchase.floor));

  const payable = totalOf(quoted.map(({ finalPrice }) => finalPrice));
  const uniqueCode = payable > 0 ? purchase.uniqueCode : null;
  const reductions = stepsOf(items, applied);
  const reduced = totalOf(reductions.map(({ amount }) => amount));
  const used = new Set(items.map(({ discount }) => discount?.id));
  return {
    items: quoted,
    lines: visibleLines([
      ...reductions,
      { kind: 'floor', label: '', amount: payable - reduced },
      { kind: 'unique code', label: '', amount: uniqueCode ?? 0 },
    ]),
    subtotal: totalOf(quoted.map(({ price }) => price)),
    discountAmount: totalOf(quoted.map(({ discountAmount }) => discountAmount)),
    voucher: applied ? pick(applied.voucher) : null,
    voucherAmount: totalOf(quoted.map(({ voucherAmount }) => voucherAmount)),
    uniqueCode,
    totalAmount: payable + (uniqueCode ?? 0),
    refusals: [
      ...purchase.discounts
        .filter(({ id }) => !used.has(id))
        .toSorted(byId)
        .map((rule) => refusal('discount', rule, discountFailures(rule, items, purchase))),
      ...refused.map(({ voucher, failures }) => refusal('voucher', voucher, failures)),
    ],
  };
}

/**
 * Price of seats: that of one by {@link quote}, times their number. Vouchers and unique codes take no part. `seatsOf`: at
 * least 1.
 */
export function quoteSeats(purchase: Purchase, seatsOf: (item: ProductRef) => number): Quote {
  const of = { ...purchase, vouchers: [], code: null, uniqueCode: null };
  const { items, refusals, ...one } = quote(of);
  const seats = items.map((item) => {
    const times = seatsOf(item);
    const { price, discountAmount, finalPrice } = item;
    return {
      ...item,
      price: price * times,
      discountAmount: discountAmount * times,
      finalPrice: finalPrice * times,
    };
  });
  const lines = items.flatMap((item) => {
    const times = seatsOf(item);
    const own = quote({ ...of, items: purchase.items.filter((one) => productKey(one) === productKey(item)) });
    return own.lines.map(({ kind, label, amount }) => ({
      kind,
      label: kind === 'list price' ? `${label} × ${times}` : label,
      amount: amount * times,
    }));
  });
  return {
    ...one,
    items: seats,
    lines,
    subtotal: totalOf(seats.map(({ price }) => price)),
    discountAmount: totalOf(seats.map(({ discountAmount }) => discountAmount)),
    totalAmount: totalOf(seats.map(({ finalPrice }) => finalPrice)),
    refusals,
  };
}

const pick = ({ id, name, code }: VoucherRule) => ({ id, name, code });
const refusal = (kind: Refusal['kind'], { id, name }: DiscountRule, failures: Refusal['failures']): Refusal => ({
  kind,
  id,
  name,
  failures,
});
