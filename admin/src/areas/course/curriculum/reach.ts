/** How far members get in each item, as the tree and the forms show it. */
import type { getCourseProgress } from '#contract/course/progress.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';

export type CourseProgress = Reply<typeof getCourseProgress>;

export interface Reach {
  /** "15/16 · 80": finished, started, median score. */
  figures: string;
  /** The same as a sentence. */
  words: string;
  /** Share of the course's members who came to it. */
  share: number;
}

/** Figures by item id; none before a member has started. */
export function reachOf({ members, started: all, items }: CourseProgress): ReadonlyMap<string, Reach> {
  if (all === 0) return new Map();
  return new Map(
    items.map(({ id, started, finished, medianScore }) => [
      id,
      {
        figures: [`${formatNumber(finished)}/${formatNumber(started)}`, medianScore]
          .filter((one) => one !== null)
          .join(' · '),
        words: [
          `${formatNumber(started)} of ${counted(members, 'member', 'members')} came to it`,
          `${formatNumber(finished)} finished it`,
          medianScore !== null && `median score ${formatNumber(medianScore)}`,
        ]
          .filter(Boolean)
          .join(', '),
        share: started / members,
      },
    ]),
  );
}
