/** Clashes of classes that overlap and need the same instructor, room or members. Pure; used by server and browser. */
import { minuteMs } from '../../kernel/days.ts';

/** Class as far as its clashes depend on it. */
export interface Needed {
  /** Live lesson, or the section without one. */
  classId: string;
  sectionId: string;
  name: string;
  courseId: string;
  courseName: string;
  startAt: string;
  /** null: a minute long. */
  endAt: string | null;
  instructors: readonly string[];
  /** null: none, as it is online. */
  room: string | null;
}

/** Another class at the same time; `shares`: what both need, in words. */
export interface Clash {
  classId: string;
  name: string;
  courseName: string;
  startAt: string;
  endAt: string | null;
  shares: string[];
}

/** Name of an instructor or a room, however it is written. */
export const sameName = (name: string): string => name.trim().toLowerCase();

const endOf = ({ startAt, endAt }: Needed): number =>
  Math.max(Date.parse(startAt) + minuteMs, endAt === null ? 0 : Date.parse(endAt));

/** Whether a class runs at any time of a period, its end excluded. */
export const runsIn = (one: Needed, { from, until }: { from: string; until: string }): boolean =>
  Date.parse(one.startAt) < Date.parse(until) && endOf(one) > Date.parse(from);

/** Needs that two classes share. Lessons of one section are one class. */
function sharedBy(one: Needed, other: Needed): string[] {
  if (one.sectionId === other.sectionId) return [];
  const theirs = new Set(other.instructors.map(sameName));
  const isSameRoom = one.room !== null && other.room !== null && sameName(one.room) === sameName(other.room);
  return [
    ...(one.courseId === other.courseId ? ['This course'] : []),
    ...one.instructors.filter((name) => theirs.has(sameName(name))),
    ...(isSameRoom ? [one.room!] : []),
  ];
}

const shown = ({ classId, name, courseName, startAt, endAt }: Needed, shares: string[]): Clash => ({
  classId,
  name,
  courseName,
  startAt,
  endAt,
  shares,
});

/**
 * Clashes by class id, at most `most` each; classes without any are absent. Classes that only touch do not overlap.
 */
export function findClashes(classes: readonly Needed[], most = 5): ReadonlyMap<string, readonly Clash[]> {
  const found = new Map<string, Clash[]>();
  const add = (of: Needed, clash: Clash) => {
    const list = found.get(of.classId) ?? [];
    if (list.length < most) found.set(of.classId, [...list, clash]);
  };
  let running: Needed[] = [];
  for (const one of classes.toSorted((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))) {
    running = running.filter((other) => endOf(other) > Date.parse(one.startAt));
    for (const other of running) {
      const shares = sharedBy(other, one);
      if (shares.length === 0) continue;
      add(one, shown(other, shares));
      add(other, shown(one, shares));
    }
    running.push(one);
  }
  return found;
}
