/**
 * Documents that test a list: names that look like spreadsheet formulas, missing fields, equal timestamps, values of
 * other types.
 */
import type { Dice } from './dice.ts';
import { document, documentId, type Fields, moment } from './documents.ts';
import { before, day, hour } from './moments.ts';
import type { TrackingDocument } from './records.ts';

/** Number of form entries of a campaign in the same microsecond. */
const together = 7;

const names = [
  '=HYPERLINK("https://example.com","Klik")',
  '+62 Budi',
  '@sari.belajar',
  '-Dewi Lestari',
  '🌸 Putri Ayu 🌸',
  'Ñandu Müller-Østergård',
  '  ',
];

/** `fill` returns the fields of an ordinary document of that time. */
export function oddDocuments(chance: Dice, now: Date, fill: (at: Date) => Fields): TrackingDocument[] {
  const odd = (at: Date, fields: (usual: Fields) => Fields) =>
    document('order_staging', documentId(chance), fields(fill(at)), at);
  const sameMoment = before(now, 2 * day + 5 * hour);
  return [
    ...names.map((name, index) =>
      odd(before(now, (index + 1) * 9 * hour), (usual) => ({ ...usual, user_name: name, status: 'pending' })),
    ),
    ...Array.from({ length: together }, () =>
      odd(sameMoment, (usual) => ({ ...usual, timestamp: moment(sameMoment, 456), status: 'unpaid' })),
    ),
    // Never listed, because the list is ordered by the timestamp, which these lack.
    ...Array.from({ length: 3 }, () => odd(before(now, 4 * day), ({ timestamp: _, ...usual }) => usual)),
    odd(before(now, 300 * day), (usual) => ({ ...usual, timestamp: before(now, 300 * day).getTime(), status: 'paid' })),
    odd(before(now, 6 * day), (usual) => ({ ...usual, status: 'menunggu konfirmasi' })),
    odd(before(now, 7 * day), (usual) => ({ ...usual, user_phone: 6_281_200_000_123, status: 'paid' })),
    odd(before(now, 8 * day), ({ user_name: _, course_name: __, ...usual }) => usual),
  ];
}
