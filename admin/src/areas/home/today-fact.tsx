/** Times of the queue's items: how long they wait, when they happen, when they end. */
import type { TodayItem } from '#contract/home/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatHour, formatMinute } from '#kit/format/formats.ts';
import { since, until } from '#kit/format/spans.ts';

const textOf = ({ kind, at, endAt }: TodayItem & { at: string }, now: number): string => {
  if (kind === 'class-today') return endAt ? `${formatHour(at)}–${formatHour(endAt)}` : formatHour(at);
  return Date.parse(at) > now ? until(at, now) : since(at, now);
};

/** `now`: milliseconds since 1970. */
export function TodayFact({ item, now }: { item: TodayItem; now: number }) {
  const { kind, at, endAt } = item;
  if (at === null) return '–';
  const isNow = kind === 'class-today' && Date.parse(at) <= now && now < Date.parse(endAt ?? at);
  return (
    <>
      {isNow && <Badge colour="blue">Now</Badge>}{' '}
      <time dateTime={at} title={formatMinute(at)}>
        {textOf({ ...item, at }, now)}
      </time>
    </>
  );
}
