/** A date or a time in a table or a text. */
import { formatDay, formatMoment } from './formats.ts';

/** A short date with the full one on hover; a dash where there is none. */
export function Moment({ at, empty = '–' }: { at: string | null; empty?: string }) {
  if (!at) return <span>{empty}</span>;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}

/** A day without a time (`2026-11-05`); a dash where there is none. */
export function Day({ at, empty = '–' }: { at: string | null; empty?: string }) {
  return at ? <time dateTime={at}>{formatDay(at)}</time> : <span>{empty}</span>;
}
