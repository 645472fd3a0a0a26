/** Groups of the timeline, and the part of its window that a period covers. Pure. */
import type { Bar } from '#contract/campaign/timeline.ts';
import { endOf, startOf } from '#contract/pricing/price.ts';

export interface Group {
  /** Campaign of the bars; null: one bar without a campaign. */
  campaign: Bar['campaign'];
  start: number;
  end: number;
  bars: readonly Bar[];
}

/** Campaigns with their bars, and single bars, all by start. */
export function groupsOf(all: readonly Bar[]): Group[] {
  const groups = [...Map.groupBy(all, ({ id, campaign }) => campaign?.id ?? id).values()].map((some): Group => {
    const bars = some.toSorted((one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other));
    const [start, end] = [Math.min(...bars.map(startOf)), Math.max(...bars.map(endOf))];
    return { campaign: bars[0]!.campaign, start, end, bars };
  });
  return groups.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Position and width in percent; moments are milliseconds since 1970, infinite for open ends. */
export function spanOf(start: number, end: number, { from, to }: { from: number; to: number }) {
  const at = (moment: number) => ((Math.min(Math.max(moment, from), to) - from) / (to - from)) * 100;
  return { left: at(start), width: at(end) - at(start) };
}
