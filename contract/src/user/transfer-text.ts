/** Message to a person whose place moves, or waits: in the mail, and on WhatsApp. Pure, and without zod. */
import { formatMoney } from '../kernel/rupiah.ts';

export interface MovedPlace {
  /** Names of the courses; `to` null: the place waits. */
  from: string;
  to: string | null;
  /** First day of the course that it moves to. */
  startDate: string | null;
  /** Rupiah to pay, or below 0 to get back; null: waived or none. */
  difference: number | null;
}

const longDay = new Intl.DateTimeFormat('id-ID', { dateStyle: 'full', timeZone: 'UTC' });

function settlement(difference: number): string {
  const amount = formatMoney(Math.abs(difference));
  return difference > 0
    ? `Selisih harga ${amount} perlu dibayar. Kami akan menghubungi Anda mengenai pembayarannya.`
    : `Selisih harga ${amount} akan kami kembalikan. Kami akan menghubungi Anda mengenai caranya.`;
}

/** Paragraphs after a greeting. */
export function placeText({ from, to, startDate, difference }: MovedPlace): string[] {
  if (to === null)
    return [
      `Tempat Anda di kelas ${from} ditunda. Pembayaran Anda tetap berlaku, dan kami akan menghubungi Anda bila ada jadwal berikutnya.`,
    ];
  const start = startDate ? `, yang dimulai ${longDay.format(new Date(startDate))}` : '';
  return [
    `Tempat Anda di kelas ${from} dipindahkan ke kelas ${to}${start}.`,
    ...(difference ? [settlement(difference)] : []),
  ];
}
