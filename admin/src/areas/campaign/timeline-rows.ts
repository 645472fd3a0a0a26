/** Rows of the timeline: campaigns with their promotions, and the others, by start. Pure. */
import type { Bar } from '#contract/campaign/timeline.ts';
import { endOf, startOf } from '#contract/pricing/price.ts';

/** Part of a window in percent; open ends go beyond it. */
export interface Span {
  left: number;
  width: number;
}

export interface Group {
  /** Campaign of the bars; null: one bar without a campaign. */
  campaign: Bar['campaign'];
  start: number;
  end: number;
  bars: readonly Bar[];
}

/** Groups by start; within one, bars by start. */
export function groupsOf(bars: readonly Bar[]): Group[] {
  const groups = Map.groupBy(bars, ({ id, campaign }) => campaign?.id ?? id);
  const made = [...groups.values()].map((some): Group => {
    const sorted = some.toSorted((one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other));
    return {
      campaign: sorted[0]?.campaign ?? null,
      start: Math.min(...sorted.map(startOf)),
      end: Math.max(...sorted.map(endOf)),
      bars: sorted,
    };
  });
  return made.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Part of the window from `from` to `to` that a period from `start` to `end` covers; all in milliseconds since 1970. */
export function spanOf(start: number, end: number, { from, to }: { from: number; to: number }): Span {
  const at = (moment: number) => ((Math.min(Math.max(moment, from), to) - from) / (to - from)) * 100;
  return { left: at(start), width: at(end) - at(start) };
}
