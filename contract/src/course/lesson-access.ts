/**
 * Access of a member to the items of a course at a moment, with reasons for locked ones (spec §3, lock rules and
 * drip). Pure; used by server and browser.
 */
import { endedInWords, hasEnded } from '../kernel/access-term.ts';
import { dayMs, jakartaDay, momentInWords } from '../kernel/days.ts';
import type { LockRule } from './lesson/rules.ts';
import type { SectionItemKind } from './section/fields.ts';

/** Item of a section, with what its lock depends on. */
export interface LockedItem {
  kind: SectionItemKind;
  id: string;
  name: string;
  /** Type of a lesson; QUIZ or SURVEY for the others. */
  type: string;
  lockRule: LockRule;
  /** Start of a live class; without one, the section's start is the meeting date. */
  startAt: string | null;
  /** Whether a live class took place. */
  isHeld: boolean;
  /** Unpublished items are locked for everybody, and other locks ignore them. Default: published. */
  isPublished?: boolean;
}

/** Section of a course; sections and items are in course order. */
export interface LockedSection<I extends LockedItem = LockedItem> {
  startAt: string | null;
  items: readonly I[];
}

/** Schedule by which sections open one after the other, the first on day 1. */
export interface Drip {
  /** Days between sections: daily, weekly or monthly. */
  interval: 1 | 7 | 30;
  /** Start of the member's day 1; null: as for a member who begins today. */
  since: string | null;
}

/** Progress of a member, as sets of item ids. */
export interface Progress {
  /** Finished lessons, surveys and quizzes. */
  completed: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

/** Whether an item is open for a member. */
export interface Openness<I extends LockedItem = LockedItem> {
  item: I;
  isOpen: boolean;
  /** Reason as one sentence; empty if open. */
  reason: string;
}

interface Course<I extends LockedItem> {
  sections: readonly LockedSection<I>[];
  drip: Drip | null;
  /** Last day of the member's access; null or absent: no end. */
  accessEndsOn?: string | null;
}

/** Item with its position and the items its locks depend on. */
interface ItemContext<I extends LockedItem> {
  item: I;
  /** From 0. */
  sectionIndex: number;
  meetingAt: string | null;
  previousClass: I | undefined;
  previousQuiz: I | undefined;
}

const isPublished = ({ isPublished: published = true }: LockedItem) => published;

function withContext<I extends LockedItem>(sections: readonly LockedSection<I>[]): ItemContext<I>[] {
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

/** Days are Jakarta's; the day a member begins is day 1, whatever the hour. */
const dayNumber = (at: Date) => Date.parse(jakartaDay(at)) / dayMs;

/** Day on which a section opens, from 1; `sectionIndex` from 0. */
export const openingDay = (sectionIndex: number, interval: Drip['interval']): number => 1 + sectionIndex * interval;

function dripReason(sectionIndex: number, { interval, since }: Drip, now: Date): string {
  const opensOn = openingDay(sectionIndex, interval);
  const today = since === null ? 1 : 1 + dayNumber(now) - dayNumber(new Date(since));
  return today >= opensOn ? '' : `Opens on day ${opensOn}`;
}

/** Permanent fault of an item's lock, independent of day and member; empty: none. */
function faultOf<I extends LockedItem>({ item, meetingAt, previousClass, previousQuiz }: ItemContext<I>): string {
  if (item.lockRule === 'START_AT' && meetingAt === null) return 'Never opens: it has no meeting date';
  if (item.lockRule === 'PREV_SESSION' && !previousClass) return 'Never opens: there is no live class before it';
  if (item.lockRule === 'PREV_QUIZ' && !previousQuiz) return 'Never opens: there is no quiz before it';
  return '';
}

/** Faults by item id. A lock that waits for a quiz that never opens never opens either. */
function faults<I extends LockedItem>(sections: readonly LockedSection<I>[]): Map<string, string> {
  const faultById = new Map<string, string>();
  for (const one of withContext(sections)) {
    const { item, previousQuiz } = one;
    if (!isPublished(item)) continue;
    const isWaitingInVain = item.lockRule === 'PREV_QUIZ' && previousQuiz && faultById.has(previousQuiz.id);
    const fault = isWaitingInVain
      ? `Never opens: it waits for the quiz “${previousQuiz.name}”, which never opens`
      : faultOf(one);
    if (fault) faultById.set(item.id, fault);
  }
  return faultById;
}

function lockReason<I extends LockedItem>(
  { item, meetingAt, previousClass, previousQuiz }: ItemContext<I>,
  { completed, passed }: Progress,
  now: Date,
): string {
  if (item.lockRule === 'START_AT' && meetingAt !== null && now.getTime() < Date.parse(meetingAt))
    return `Opens on ${momentInWords(meetingAt)}`;
  if (item.lockRule === 'PREV_SESSION' && previousClass && !previousClass.isHeld)
    return `Opens once the class “${previousClass.name}” was held`;
  if (item.lockRule === 'PREV_QUIZ' && previousQuiz && !passed.has(previousQuiz.id) && !completed.has(previousQuiz.id))
    return `Opens once the quiz “${previousQuiz.name}” is done`;
  return '';
}

const nothingDone: Progress = { completed: new Set(), passed: new Set() };

/** Published items locked until a live class was held, whether or not it was, mapped to that class's id. */
export function waitingForClass<I extends LockedItem>(
  sections: readonly LockedSection<I>[],
): ReadonlyMap<string, string> {
  return new Map(
    withContext(sections).flatMap(({ item, previousClass }) =>
      isPublished(item) && item.lockRule === 'PREV_SESSION' && previousClass
        ? [[item.id, previousClass.id] as const]
        : [],
    ),
  );
}

/**
 * Openness of every item of a course at a moment, in course order; `progress` null: without any progress.
 * The end of the access is the reason before a lock that never opens, that before the drip, and the drip before any other lock.
 */
export function opennessOf<I extends LockedItem>(
  { sections, drip, accessEndsOn = null }: Course<I>,
  progress: Progress | null,
  now: Date,
): Openness<I>[] {
  const inVain = faults(sections);
  const ended = hasEnded(accessEndsOn, jakartaDay(now)) ? endedInWords(accessEndsOn) : '';
  return withContext(sections).map((one) => {
    const { item, sectionIndex } = one;
    const reason = isPublished(item)
      ? ended ||
        inVain.get(item.id) ||
        (drip && dripReason(sectionIndex, drip, now)) ||
        lockReason(one, progress ?? nothingDone, now)
      : 'Not published';
    return { item, isOpen: reason === '', reason };
  });
}

/** Published items whose lock can never open, in course order with reasons; shown before publishing. */
export function findUnopenableItems<I extends LockedItem>(
  sections: readonly LockedSection<I>[],
): { item: I; reason: string }[] {
  const inVain = faults(sections);
  return sections
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      const reason = inVain.get(item.id);
      return reason ? [{ item, reason }] : [];
    });
}
