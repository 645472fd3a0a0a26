/** How a tracking order's phone and time are shown (spec §3, §5). No firebase here: the page may import it at no cost. */

const dateTime = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta', hourCycle: 'h23',
  day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

/** A moment in the Indonesian locale, Asia/Jakarta, 24-hour: `02 Jan 2026, 10.04.05`. */
export const formatDateTime = (moment: Date): string => dateTime.format(moment);

/** Digits alone; 08… stays as it is, 62… becomes (+62)…, anything else is left as its digits (spec §5). */
export function displayPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith('62') ? `(+62)${digits.slice(2)}` : digits;
}
