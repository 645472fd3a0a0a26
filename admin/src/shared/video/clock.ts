/** Formats video times for display and for screen readers. */

const parts = (seconds: number) => {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
};
const two = (n: number) => String(n).padStart(2, '0');

/** Formats seconds as `4:07` or `1:04:07`. */
export function clockOf(time: number): string {
  const [hours, minutes, seconds] = parts(time);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

const named = (n: number, one: string) => (n === 0 ? '' : `${n} ${one}${n === 1 ? '' : 's'}`);

/** Formats seconds as `1 hour 4 minutes 7 seconds`. */
export function spokenClockOf(time: number): string {
  const [hours, minutes, seconds] = parts(time);
  const words = [named(hours, 'hour'), named(minutes, 'minute'), named(seconds, 'second')].filter(Boolean);
  return words.join(' ') || '0 seconds';
}
