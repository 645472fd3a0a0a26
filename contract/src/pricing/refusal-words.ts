/**
 * Reasons why a rule does not apply, as sentences: for staff in English, with the remedy; for the member in Indonesian,
 * suitable for WhatsApp. Pure.
 */
import { counted } from '../kernel/counted.ts';
import { momentInWords } from '../kernel/days.ts';
import { type ProductRef, productKey } from './purchase.ts';
import type { Failure } from './refusals.ts';
import { formatMoney } from '../kernel/rupiah.ts';

/** Lookup of product names in a basket. */
export type NameOf = (product: ProductRef) => string;

/** Lookup of product names among items; unknown products are "this". */
export const nameLookup = (items: readonly (ProductRef & { name: string })[]): NameOf => {
  const names = new Map(items.map((item) => [productKey(item), item.name]));
  return (product) => names.get(productKey(product)) ?? 'this';
};

const times = (count: number) => (count === 1 ? 'once' : counted(count, 'time', 'times'));

/** Sentence for staff: the failed condition, the actual value, and the nearest change that satisfies it. */
export function failureInWords(failure: Failure, nameOf: NameOf): string {
  const { condition, saw, needs } = failure;
  switch (condition) {
    case 'active':
      return 'It is switched off: activate it.';
    case 'published':
      return 'It is not published: publish it.';
    case 'stackable':
      return 'All its products are already discounted: allow it on discounted products.';
    case 'start':
      return `It is ${momentInWords(saw)}, and it starts on ${momentInWords(needs)}: wait, or set an earlier start.`;
    case 'end':
      return `It ended before ${momentInWords(saw)}: set a later end.`;
    case 'code':
      return saw === null
        ? `No code was entered: it needs ${needs}.`
        : `The code entered is ${saw}: it needs ${needs}.`;
    case 'spent code':
      return `The code ${saw} was already used by another order.`;
    case 'product':
      return needs === null
        ? 'There is nothing to buy.'
        : `It applies to none of these ${saw.length}: assign “${nameOf(needs)}”.`;
    case 'purchase':
      return `Its products cost ${formatMoney(saw)} of the required ${formatMoney(needs)}: ${formatMoney(needs - saw)} more.`;
    case 'quota':
      return `It was used ${times(saw)}, its limit: raise its total uses to ${needs}.`;
    case 'member quota':
      return `This member used it ${times(saw)}, the limit of one member: allow ${needs} uses by one member.`;
    case 'price':
      return needs === null
        ? 'There is nothing left to discount.'
        : `The price without it is ${formatMoney(saw)}: it must be ${formatMoney(needs)} or less.`;
  }
}

/** Sentence for a member, who cannot change rules. */
export function failureForMember(failure: Failure, nameOf: NameOf): string {
  const { condition, saw, needs } = failure;
  switch (condition) {
    case 'active':
    case 'published':
      return 'Promo ini sedang tidak aktif.';
    case 'stackable':
      return 'Voucher ini tidak bisa digabung dengan harga yang sudah didiskon.';
    case 'start':
      return `Promo ini baru berlaku mulai ${momentInWords(needs)}.`;
    case 'end':
      return 'Masa berlaku promo ini sudah habis.';
    case 'code':
      return saw === null
        ? `Kode ${needs} belum dimasukkan saat pembayaran.`
        : `Kode yang dimasukkan adalah ${saw}, seharusnya ${needs}.`;
    case 'spent code':
      return `Kode ${saw} sudah pernah dipakai.`;
    case 'product':
      return saw.length === 0
        ? 'Belum ada yang dipilih.'
        : `Promo ini tidak berlaku untuk ${new Intl.ListFormat('id-ID').format(saw.map(nameOf))}.`;
    case 'purchase':
      return `Tambah belanja ${formatMoney(needs - saw)} lagi untuk memakainya (minimal ${formatMoney(needs)}).`;
    case 'quota':
      return 'Kuota voucher ini sudah habis.';
    case 'member quota':
      return saw === 1 ? 'Voucher ini sudah pernah Anda pakai.' : `Voucher ini sudah Anda pakai ${saw} kali.`;
    case 'price':
      return needs === null
        ? 'Tidak ada lagi yang perlu dibayar.'
        : 'Harga tanpa promo ini sudah lebih murah atau sama.';
  }
}
