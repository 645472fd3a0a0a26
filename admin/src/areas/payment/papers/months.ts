/** Months that lists can be filtered by: this one and those before it. */
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';

const count = 24;
const words = new Intl.DateTimeFormat('id-ID', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Choices by the first day of a month, latest first: `November 2026`. */
export function monthChoices(): { value: string; label: string }[] {
  let day = `${jakartaDay(new Date()).slice(0, 8)}01`;
  return Array.from({ length: count }, () => {
    const choice = { value: day, label: words.format(new Date(day)) };
    day = `${plusDays(day, -1).slice(0, 8)}01`;
    return choice;
  });
}
