/** Progress, duration and attendance rates of courses in words. */
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';

/** "1 h 25 min", "40 min", "–". */
export function durationInWords(minutes: number): string {
  if (minutes === 0) return '–';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${formatNumber(hours)} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

/** Rounded down, so that a rate below a limit is never displayed as the limit; tolerates floating-point error. */
export const wholePercentOf = (rate: number): number => Math.floor(rate * 100 + 1e-9);

export const percentOf = (rate: number | null): string => (rate === null ? '' : `${wholePercentOf(rate)}%`);

export const everyWords = { 1: 'day', 7: 'week', 30: '30 days' } as const;

interface Member {
  name: string;
  completed: readonly string[];
  drip: { name: string; interval: 1 | 7 | 30; since: string } | null;
  accessEndsOn: string | null;
}

/** Describes the person the outline is for. */
export function describeAudience({ name, completed, drip, accessEndsOn }: Member, totalItems: number): string {
  const until = accessEndsOn === null ? '' : ` The last day of their access is ${formatDay(accessEndsOn)}.`;
  const done = `What is open at the end of the day to ${name}, who has done ${formatNumber(completed.length)} of ${counted(totalItems, 'item', 'items')} until now.${until}`;
  return drip
    ? `${done} They have the course by “${drip.name}”, which opens a section every ${everyWords[drip.interval]}, since ${formatDay(drip.since)}.`
    : done;
}
