/** Duration of a course in words. */
import { formatNumber } from '#kit/format/formats.ts';

/** "1 h 25 min", "40 min", "–". */
export function durationInWords(minutes: number): string {
  if (minutes === 0) return '–';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${formatNumber(hours)} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
