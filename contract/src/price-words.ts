/** A price in one sentence for the member who is to pay it, in Indonesian; and in which order its refused rules are told. Pure. */
import { momentInWords } from './price.ts';
import type { Quote, QuotedItem } from './quote.ts';
import { failureForMember, nameIn } from './refusal-words.ts';
import type { Refusal } from './refusals.ts';
import { formatMoney } from './rupiah.ts';

const conjunction = new Intl.ListFormat('id-ID', { type: 'conjunction' });

/** What each discount takes off, by its name; one that takes off nothing is not told. */
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

/** Why the code that was typed does nothing, as a part of a sentence; '' where it applies. */
function codeInWords({ items, voucher, refusals }: Quote, code: string | null, voucherId: string | undefined): string {
  if (!code || voucher) return '';
  const refused = refusals.find(({ kind, id }) => kind === 'voucher' && id === voucherId);
  const [failure] = refused?.failures ?? [];
  if (!failure) return `; kode ${code} tidak dikenal`;
  const why = failureForMember(failure, nameIn(items)).replace(/\.$/, '');
  return `; kode ${code} tidak terpakai: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

interface Asked {
  /** In milliseconds since 1970. */
  at: number;
  /** As it was typed, in capitals. */
  code: string | null;
  /** The voucher of that code. */
  voucherId: string | undefined;
}

/** `Total untuk … pada … adalah Rp…, dari harga Rp… dikurangi …; kode … tidak terpakai: ….` */
export function priceForMember(quote: Quote, { at, code, voucherId }: Asked): string {
  const { items, subtotal, totalAmount } = quote;
  const what = conjunction.format(items.map(({ name }) => name));
  const reductions = reductionsOf(quote);
  const how =
    reductions.length > 0
      ? `dari harga ${formatMoney(subtotal)} dikurangi ${conjunction.format(reductions)}`
      : 'tanpa potongan harga';
  const when = momentInWords(new Date(at).toISOString());
  return `Total untuk ${what} pada ${when} adalah ${formatMoney(totalAmount)}, ${how}${codeInWords(quote, code, voucherId)}.`;
}

/** First the rules that were asked about, then those that lack least. */
export const nearestFirst = (refusals: readonly Refusal[], asked: ReadonlySet<string>): Refusal[] =>
  refusals.toSorted(
    (one, other) =>
      Number(asked.has(other.id)) - Number(asked.has(one.id)) || one.failures.length - other.failures.length,
  );
