/** Matching of attendance lists to course members, with the reason for each mark. Pure. */
import { type AttendanceStatus, attendanceNames } from './attendance.ts';
import type { Stay } from './attendance-import.ts';

interface Member {
  userId: string;
  name: string;
  email: string;
  /** Status as saved; a saved status is final. */
  status: AttendanceStatus | null;
  isUpdated: boolean;
}

/** Thresholds in minutes: Hadir from `presentFrom`, Terlambat from `lateFrom`, Alfa below; Hadir without minutes. */
export interface Limits {
  classMinutes: number;
  presentFrom: number;
  lateFrom: number;
}

/** Default thresholds: three quarters of the class for Hadir, a quarter for Terlambat. */
export const defaultLimits = (classMinutes: number): Limits => ({
  classMinutes,
  presentFrom: Math.ceil(classMinutes * 0.75),
  lateFrom: Math.ceil(classMinutes * 0.25),
});

/** Attendance of a member, as calculated from a list. */
export interface MatchedMark {
  userId: string;
  name: string;
  status: AttendanceStatus;
  /** Reason, such as "72 of 120 minutes: Terlambat". */
  why: string;
  /** Saved before; unchanged by this list. */
  isSaved: boolean;
}

/** Result of matching a list; `unknown`: people of the list who are no member, once each, with the reason. */
export interface Matched {
  marks: readonly MatchedMark[];
  unknown: readonly { label: string; why: string }[];
  /** Members without a saved attendance who are not in the list. */
  absent: readonly { userId: string; name: string }[];
}

/** Normalized name for comparison: ignores case, accents, punctuation and the order of its parts. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');

/**
 * Lookup of the member for a line: by e-mail, else by a name that only one member has; a string is the reason for no
 * match.
 */
function finder(members: readonly Member[]): (stay: Stay) => Member | string {
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const byName = Map.groupBy(members, ({ name }) => nameKey(name));
  return ({ email, names }) => {
    const known = byEmail.get(email);
    if (known) return known;
    const candidates = names.map((name) => byName.get(nameKey(name)) ?? []).find((called) => called.length > 0) ?? [];
    if (candidates.length > 1) return `${candidates.length} members are called this; mark them by hand`;
    return candidates[0] ?? 'No member of this course';
  };
}

const rounded = (minutes: number) => Math.round(minutes);

function statusOf(minutes: number | null, { presentFrom, lateFrom }: Limits): AttendanceStatus {
  if (minutes === null || rounded(minutes) >= presentFrom) return 'PRESENT';
  return rounded(minutes) >= lateFrom ? 'LATE' : 'ABSENT';
}

function markOf(member: Member, minutes: number | null, limits: Limits): MatchedMark {
  const { userId, name, isUpdated } = member;
  const status = (isUpdated && member.status) || statusOf(minutes, limits);
  const word = attendanceNames[status];
  const stayed = minutes === null ? 'In the list' : `${rounded(minutes)} of ${limits.classMinutes} minutes`;
  const why = isUpdated ? `Saved as ${word} before; it stays` : `${stayed}: ${word}`;
  return { userId, name, status, why, isSaved: isUpdated };
}

/** Sum of minutes over several lines of one member; null if none has a duration. */
const total = (stays: readonly Stay[]): number | null =>
  stays.every(({ minutes }) => minutes === null) ? null : stays.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);

/** Matches lines to members. Marks keep the order of `members`; a saved attendance is reported but not changed. */
export function matchAttendance(stays: readonly Stay[], members: readonly Member[], limits: Limits): Matched {
  const find = finder(members);
  const matches = stays.map((stay) => ({ stay, member: find(stay) }));
  const byMember = Map.groupBy(matches, ({ member }) => member);
  const marks = members.flatMap((member) => {
    const own = byMember.get(member);
    return own ? [markOf(member, total(own.map(({ stay }) => stay)), limits)] : [];
  });
  const strangers = matches.flatMap(({ stay, member }) => (typeof member === 'string' ? [{ stay, why: member }] : []));
  return {
    marks,
    unknown: [...Map.groupBy(strangers, ({ stay }) => stay.email || nameKey(stay.label)).values()].map(([first]) => ({
      label: first!.stay.label,
      why: first!.why,
    })),
    absent: members.filter((member) => !member.isUpdated && !byMember.has(member)),
  };
}
