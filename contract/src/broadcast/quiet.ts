/** Quiet hours of a brand, in which broadcasts wait. Pure. */
import { hourMs, jakartaOffsetMs } from '../kernel/days.ts';

/** Hours of the day in Jakarta, 0 to 23; the same twice: none. */
interface QuietHours {
  quietFrom: number;
  quietUntil: number;
}

/** Moment at which the quiet hours around `at` end; null: it is not quiet. */
export function quietEnd(at: Date, { quietFrom, quietUntil }: QuietHours): Date | null {
  const local = at.getTime() + jakartaOffsetMs;
  const hour = Math.floor(local / hourMs) % 24;
  const passed = (hour - quietFrom + 24) % 24;
  const length = (quietUntil - quietFrom + 24) % 24;
  if (passed >= length) return null;
  return new Date((Math.floor(local / hourMs) + length - passed) * hourMs - jakartaOffsetMs);
}
