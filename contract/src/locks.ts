/** What of a course is open to a member on a day, and why the rest is not (spec §3, lock rules and drip). Pure; both sides use it. */
import { jakartaDay } from './course-rules.ts';
import type { LockRule } from './lesson-rules.ts';
import type { SectionItemKind } from './section-fields.ts';

export interface LockedItem {
  kind: SectionItemKind;
  id: string;
  name: string;
  /** Of a lesson its type; of the others QUIZ or SURVEY. */
  type: string;
  lockRule: LockRule;
  /** Of a live class; where an item has none, its section's counts as the meeting date. */
  startAt: string | null;
  /** Of a live class: it took place. */
  isHeld: boolean;
  /** What is not published is open to nobody, and nothing waits for it. Absent: published. */
  isPublished?: boolean;
}

/** A section; those of a course, and their items, come in order. */
export interface LockedSection<I extends LockedItem = LockedItem> {
  startAt: string | null;
  items: readonly I[];
}

/** Sections open one after the other, the first on the first day. */
export interface Drip {
  /** Days: daily, weekly or monthly. */
  interval: 1 | 7 | 30;
  /** When the member's first day began; null: nobody's, as of somebody who begins today. */
  since: string | null;
}

/** What a member has done, by the ids of items. */
export interface Progress {
  /** Lessons, surveys and quizzes that they finished. */
  completed: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

export interface Openness<I extends LockedItem = LockedItem> {
  item: I;
  isOpen: boolean;
  /** One sentence for people; empty where it is open. */
  reason: string;
}

interface Course<I extends LockedItem> {
  sections: readonly LockedSection<I>[];
  drip: Drip | null;
}

/** An item with what stands before it. */
interface Placed<I extends LockedItem> {
  item: I;
  /** Counted from 0. */
  sectionIndex: number;
  meetingAt: string | null;
  previousClass: I | undefined;
  previousQuiz: I | undefined;
}

const isPublished = ({ isPublished: published = true }: LockedItem) => published;

function placed<I extends LockedItem>(sections: readonly LockedSection<I>[]): Placed<I>[] {
  let previousClass: I | undefined;
  let previousQuiz: I | undefined;
  return sections.flatMap(({ items, startAt }, sectionIndex) =>
    items.map((item) => {
      const here = { item, sectionIndex, meetingAt: item.startAt ?? startAt, previousClass, previousQuiz };
      if (isPublished(item) && item.type === 'LIVE_CLASS') previousClass = item;
      if (isPublished(item) && item.kind === 'quiz') previousQuiz = item;
      return here;
    }),
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jakarta',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const timeFormat = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** `3 December 2026, 19.00`, in Jakarta. */
const saidMoment = (at: Date) => `${dayFormat.format(at)}, ${timeFormat.format(at)}`;

const dayMs = 86_400_000;
/** Days are Jakarta's: on the day that somebody begins, whatever the hour, it is day 1. */
const dayNumber = (at: Date) => Date.parse(jakartaDay(at)) / dayMs;

/** The day on which a section opens, counted from 1; `sectionIndex` from 0. */
export const openingDay = (sectionIndex: number, interval: Drip['interval']): number => 1 + sectionIndex * interval;

function dripReason(sectionIndex: number, { interval, since }: Drip, now: Date): string {
  const opensOn = openingDay(sectionIndex, interval);
  const today = since === null ? 1 : 1 + dayNumber(now) - dayNumber(new Date(since));
  return today >= opensOn ? '' : `Opens on day ${opensOn}`;
}

/** What no day and no member can change about an item's lock; empty: it can open. */
function faultOf<I extends LockedItem>({ item, meetingAt, previousClass, previousQuiz }: Placed<I>): string {
  if (item.lockRule === 'START_AT' && meetingAt === null) return 'Never opens: it has no meeting date';
  if (item.lockRule === 'PREV_SESSION' && !previousClass) return 'Never opens: there is no live class before it';
  if (item.lockRule === 'PREV_QUIZ' && !previousQuiz) return 'Never opens: there is no quiz before it';
  return '';
}

/** Locks that wait for a quiz which itself never opens never open either. */
function faults<I extends LockedItem>(sections: readonly LockedSection<I>[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of placed(sections)) {
    const { item, previousQuiz } = one;
    if (!isPublished(item)) continue;
    const isWaitingInVain = item.lockRule === 'PREV_QUIZ' && previousQuiz && found.has(previousQuiz.id);
    const fault = isWaitingInVain
      ? `Never opens: it waits for the quiz “${previousQuiz.name}”, which never opens`
      : faultOf(one);
    if (fault) found.set(item.id, fault);
  }
  return found;
}

function lockReason<I extends LockedItem>(
  { item, meetingAt, previousClass, previousQuiz }: Placed<I>,
  { completed, passed }: Progress,
  now: Date,
): string {
  if (item.lockRule === 'START_AT' && meetingAt !== null && now.getTime() < Date.parse(meetingAt))
    return `Opens on ${saidMoment(new Date(meetingAt))}`;
  if (item.lockRule === 'PREV_SESSION' && previousClass && !previousClass.isHeld)
    return `Opens once the class “${previousClass.name}” was held`;
  if (item.lockRule === 'PREV_QUIZ' && previousQuiz && !passed.has(previousQuiz.id) && !completed.has(previousQuiz.id))
    return `Opens once the quiz “${previousQuiz.name}” is done`;
  return '';
}

const nothingDone: Progress = { completed: new Set(), passed: new Set() };

/** Published items that wait for a live class to be held, by their ids: the id of that class. */
export function waitingForClass<I extends LockedItem>(
  sections: readonly LockedSection<I>[],
): ReadonlyMap<string, string> {
  return new Map(
    placed(sections).flatMap(({ item, previousClass }) =>
      isPublished(item) && item.lockRule === 'PREV_SESSION' && previousClass
        ? [[item.id, previousClass.id] as const]
        : [],
    ),
  );
}

/**
 * What of a course is open at a moment, to a member by what they have done, or (null) to somebody who has done nothing;
 * items come in the order of the course. What opens day by day is told before an item's own lock.
 */
export function opennessOf<I extends LockedItem>(
  { sections, drip }: Course<I>,
  progress: Progress | null,
  now: Date,
): Openness<I>[] {
  const inVain = faults(sections);
  return placed(sections).map((one) => {
    const { item, sectionIndex } = one;
    const reason = isPublished(item)
      ? inVain.get(item.id) ||
        (drip && dripReason(sectionIndex, drip, now)) ||
        lockReason(one, progress ?? nothingDone, now)
      : 'Not published';
    return { item, isOpen: reason === '', reason };
  });
}

/** Items whose lock can open for nobody and never, in the order of the course, each with the reason: for who publishes. */
export function neverOpens<I extends LockedItem>(sections: readonly LockedSection<I>[]): { item: I; reason: string }[] {
  const inVain = faults(sections);
  return sections
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      const reason = inVain.get(item.id);
      return reason ? [{ item, reason }] : [];
    });
}
