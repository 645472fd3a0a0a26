/** Date and time elements for tables and texts. */
import { formatDay, formatMoment } from '../format/formats.ts';

/** Short date with the full one on hover; `empty` if there is none. */
export function Moment({ at, empty = '–' }: { at: string | null; empty?: string }) {
  if (!at) return <span>{empty}</span>;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}

/** Day without a time (`2026-11-05`); `empty` if there is none. */
export function Day({ at, empty = '–' }: { at: string | null; empty?: string }) {
  return at ? <time dateTime={at}>{formatDay(at)}</time> : <span>{empty}</span>;
}
