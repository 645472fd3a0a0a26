/** Amounts in Indonesian words, as invoices and receipts state them. Pure. */

const small = 'nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas'.split(' ');
const scales = [
  [1_000_000_000_000, 'triliun'],
  [1_000_000_000, 'miliar'],
  [1_000_000, 'juta'],
  [1000, 'ribu'],
  [100, 'ratus'],
  [10, 'puluh'],
] as const;

/** Words of a whole number from 0, such as `seribu dua ratus lima puluh`. */
export function numberInWords(n: number): string {
  if (n < 12) return small[n]!;
  if (n < 20) return `${small[n - 10]} belas`;
  const [size, name] = scales.find(([one]) => n >= one)!;
  const [many, rest] = [Math.floor(n / size), n % size];
  // Seratus and seribu; but satu juta.
  const head = many === 1 && size <= 1000 ? `se${name}` : `${numberInWords(many)} ${name}`;
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`;
}

/** Text such as `satu juta rupiah`. */
export const rupiahInWords = (amount: number): string => `${numberInWords(amount)} rupiah`;
