import { formatDay, formatMoment } from './formats.ts';

/** A short date with the full one on hover; a dash where there is none. */
export function Moment({ at, empty = '–' }: { at: string | null; empty?: string }) {
  if (!at) return <span>{empty}</span>;
  return <time dateTime={at} title={formatMoment(at)}>{formatDay(at)}</time>;
}
