/** Price of a basket or of an order in one Indonesian sentence for the member, and the order of refused rules. Pure. */
import { type Amounts, type PriceStep, priceSteps } from '../order/amounts.ts';
import { momentInWords } from '../kernel/days.ts';
import type { Quote, QuotedItem } from './quote.ts';
import { failureForMember, nameLookup } from './refusal-words.ts';
import type { Refusal } from './refusals.ts';
import { formatMoney } from '../kernel/rupiah.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('id-ID').format(names);

/** Amount of each discount by its name; discounts without an amount are left out. */
function discountsOf(items: readonly QuotedItem[]): string[] {
  const amounts = new Map<string, number>();
  for (const { discount, discountAmount } of items)
    if (discount && discountAmount > 0) amounts.set(discount.name, (amounts.get(discount.name) ?? 0) + discountAmount);
  return [...amounts].map(([name, amount]) => `diskon ${name} sebesar ${formatMoney(amount)}`);
}

function reductionsOf({ items, voucher, voucherAmount }: Quote): string[] {
  const codes = voucher && voucherAmount > 0 ? [`voucher ${voucher.code} sebesar ${formatMoney(voucherAmount)}`] : [];
  return [...discountsOf(items), ...codes];
}

/** Reason why the entered code does not apply, as part of a sentence; '' if it applies. */
function codeInWords({ items, voucher, refusals }: Quote, code: string | null, voucherId: string | undefined): string {
  if (!code || voucher) return '';
  const refused = refusals.find(({ kind, id }) => kind === 'voucher' && id === voucherId);
  const [failure] = refused?.failures ?? [];
  if (!failure) return `; kode ${code} tidak dikenal`;
  const why = failureForMember(failure, nameLookup(items)).replace(/\.$/, '');
  return `; kode ${code} tidak terpakai: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

/** How a price follows from the list prices. */
function changesInWords(subtotal: number, reductions: readonly string[], additions: readonly string[] = []): string {
  const changes = [
    ...(reductions.length > 0 ? [`dikurangi ${listed(reductions)}`] : []),
    ...(additions.length > 0 ? [`ditambah ${listed(additions)}`] : []),
  ];
  return changes.length > 0 ? `dari harga ${formatMoney(subtotal)} ${changes.join(', ')}` : 'tanpa potongan harga';
}

interface Query {
  /** In milliseconds since 1970. */
  at: number;
  /** Entered code, in upper case. */
  code: string | null;
  /** Id of the code's voucher. */
  voucherId: string | undefined;
}

/** `Total untuk … pada … adalah Rp…, dari harga Rp… dikurangi …; kode … tidak terpakai: ….` */
export function priceSentence(quote: Quote, { at, code, voucherId }: Query): string {
  const { items, subtotal, totalAmount } = quote;
  const what = listed(items.map(({ name }) => name));
  const how = changesInWords(subtotal, reductionsOf(quote));
  const when = momentInWords(new Date(at).toISOString());
  return `Total untuk ${what} pada ${when} adalah ${formatMoney(totalAmount)}, ${how}${codeInWords(quote, code, voucherId)}.`;
}

interface Ordered extends Amounts {
  invoiceNumber: string;
  createdAt: string;
  items: readonly (Amounts['items'][number] & { productName: string })[];
}

const stepNames: Readonly<Record<PriceStep['kind'], string>> = {
  discount: 'diskon',
  voucher: 'voucher',
  'unique code': 'kode unik',
  other: 'penyesuaian',
};
const stepInWords = ({ kind, name, amount }: PriceStep) =>
  `${[stepNames[kind], name].filter(Boolean).join(' ')} sebesar ${formatMoney(Math.abs(amount))}`;

/** `Total pesanan INV/… untuk … pada … adalah Rp…, dari harga Rp… dikurangi …, ditambah …`, of the stored amounts. */
export function orderSentence(order: Ordered): string {
  const { invoiceNumber, createdAt, items, subtotal } = order;
  const steps = priceSteps(order);
  const names = items.map(({ productName }) => productName);
  const what = [invoiceNumber, ...(names.length > 0 ? [`untuk ${listed(names)}`] : [])].join(' ');
  const how = changesInWords(
    subtotal,
    steps.filter(({ amount }) => amount < 0).map(stepInWords),
    steps.filter(({ amount }) => amount > 0).map(stepInWords),
  );
  return `Total pesanan ${what} pada ${momentInWords(createdAt)} adalah ${formatMoney(order.totalAmount)}, ${how}.`;
}

/** Sorts the rules of `firstIds` first, then by the number of failing conditions. */
export const nearestFirst = (refusals: readonly Refusal[], firstIds: ReadonlySet<string>): Refusal[] =>
  refusals.toSorted(
    (one, other) =>
      Number(firstIds.has(other.id)) - Number(firstIds.has(one.id)) || one.failures.length - other.failures.length,
  );
