/** Matching of attendance lists to course members, with the reason for each mark. Pure. */
import { counted } from '../../kernel/counted.ts';
import { email } from '../../kernel/fields.ts';
import { type AttendanceStatus, attendanceNames } from './endpoints.ts';
import type { Stay } from './line.ts';
import { minutesOfStays } from './minutes.ts';
import { statusOfNote, wordsOf } from './note.ts';

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
  /** Members who are in the list, but whose status it does not say clearly. */
  open: readonly { userId: string; name: string; why: string }[];
  unknown: readonly { label: string; why: string }[];
  /** Members without a saved attendance whom the list does not mention. */
  absent: readonly { userId: string; name: string }[];
}

/** Normalized name for comparison: ignores case, accents, punctuation and the order of its parts. */
export const nameKey = (name: string): string => wordsOf(name).toSorted().join(' ');

/** Address as it is stored: international domains are in ASCII. */
const asciiEmail = (typed: string) => email.safeParse(typed).data?.toLowerCase() ?? typed;

/** Lookup of the members whom a line may describe: by e-mail, else by the first of its names that members have. */
function finder(members: readonly Member[]): (stay: Stay) => readonly Member[] {
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const byName = Map.groupBy(members, ({ name }) => nameKey(name));
  return ({ email: typed, names }) => {
    const known = byEmail.get(asciiEmail(typed));
    if (known) return [known];
    return names.map((name) => byName.get(nameKey(name)) ?? []).find((called) => called.length > 0) ?? [];
  };
}

const byHand = 'mark them by hand';
const whyUnknown = ({ length }: readonly Member[]) =>
  length > 1 ? `${counted(length, 'member', 'members')} are called this; ${byHand}` : 'No member of this course';

const rounded = (minutes: number) => Math.round(minutes);

function statusOf(minutes: number, { presentFrom, lateFrom }: Limits): AttendanceStatus {
  if (rounded(minutes) >= presentFrom) return 'PRESENT';
  return rounded(minutes) >= lateFrom ? 'LATE' : 'ABSENT';
}

/** Whether a note is only another way to write the name. */
const isAlias = (note: string, { name }: Member) => {
  const [own, words] = [wordsOf(name), wordsOf(note)];
  return words.length > 0 && words.every((word) => own.includes(word));
};

/** Status of a member with the reason; without a status if the list is not clear. */
interface Judgement {
  status?: AttendanceStatus;
  why: string;
}

/** Judges stays with minutes. Of the notes beside them, one that excuses an absence counts. */
function judgeMinutes(
  timed: readonly { minutes: number; span: Stay['span'] }[],
  stays: readonly Stay[],
  limits: Limits,
): Judgement {
  const [least, most] = minutesOfStays(timed);
  const status = statusOf(most, limits);
  const why = `${rounded(most)} of ${limits.classMinutes} minutes`;
  if (statusOf(least, limits) !== status)
    return { why: `${rounded(least)} to ${why}, on devices that may overlap; ${byHand}` };
  const note = stays.find((stay) => stay.note !== '')?.note;
  const noted = note === undefined ? status : statusOfNote(note);
  if (noted !== status && (status !== 'ABSENT' || (noted !== 'EXCUSED' && noted !== 'SICK')))
    return { why: `"${note}" beside ${why}; ${byHand}` };
  return { status: noted, why: `${note === undefined ? '' : `"${note}", `}${why}: ${attendanceNames[noted]}` };
}

function judge(member: Member, stays: readonly Stay[], limits: Limits): Judgement {
  const timed = stays.flatMap(({ minutes, span }) => (minutes === null ? [] : [{ minutes, span }]));
  if (timed.length > 0 && timed.length === stays.length) return judgeMinutes(timed, stays, limits);
  const notes = stays.flatMap(({ note }) => (note && (statusOfNote(note) || !isAlias(note, member)) ? [note] : []));
  const unclear = notes.find((note) => !statusOfNote(note));
  if (unclear !== undefined) return { why: `Not clear from "${unclear}"; ${byHand}` };
  const [status = 'PRESENT', other] = new Set(stays.map(({ note }) => statusOfNote(note) ?? 'PRESENT'));
  if (other) return { why: `Both ${attendanceNames[status]} and ${attendanceNames[other]} in the list; ${byHand}` };
  return { status, why: `${notes[0] ? `"${notes[0]}" in the list` : 'In the list'}: ${attendanceNames[status]}` };
}

/** Mark of a member who was found; undefined if it stays open. A saved status is final. */
function markOf(
  { userId, name, isUpdated, status: saved }: Member,
  { status, why }: Judgement,
): MatchedMark | undefined {
  if (isUpdated && saved)
    return { userId, name, status: saved, why: `Saved as ${attendanceNames[saved]} before; it stays`, isSaved: true };
  return status && { userId, name, status, why, isSaved: false };
}

/** Members whom no line describes, but whose whole name is in a line that describes nobody, such as "Izin: Ani, Budi". */
function namedIn(lines: readonly Stay[], members: readonly Member[]) {
  const known = lines.map(({ label }) => ({ label, words: new Set(wordsOf(label)) }));
  return members.flatMap(({ userId, name, isUpdated }) => {
    const line = known.find(({ words }) => wordsOf(name).every((word) => words.has(word)));
    return line && !isUpdated ? [{ userId, name, why: `Named in "${line.label}", which is not read; ${byHand}` }] : [];
  });
}

/** Matches lines to members. Marks keep the order of `members`; a saved attendance is reported but not changed. */
export function matchAttendance(stays: readonly Stay[], members: readonly Member[], limits: Limits): Matched {
  const find = finder(members);
  const matches = stays.map((stay) => ({ stay, candidates: find(stay) }));
  const byMember = Map.groupBy(matches, ({ candidates: [first, other] }) => (other ? undefined : first));
  const found = members.flatMap((member) => {
    const own = byMember.get(member)?.map(({ stay }) => stay);
    return own ? [{ member, judgement: judge(member, own, limits) }] : [];
  });
  const strangers = Map.groupBy(byMember.get(undefined) ?? [], ({ stay }) => stay.email || nameKey(stay.label));
  const mentioned = new Set(matches.flatMap(({ candidates }) => candidates));
  const rest = members.filter((member) => !mentioned.has(member));
  const named = namedIn(
    matches.flatMap(({ stay, candidates }) => (candidates.length > 0 ? [] : [stay])),
    rest,
  );
  const isNamed = new Set(named.map(({ userId }) => userId));
  return {
    marks: found.flatMap(({ member, judgement }) => markOf(member, judgement) ?? []),
    open: [
      ...found.flatMap(({ member: { userId, name, isUpdated }, judgement: { status, why } }) =>
        status || isUpdated ? [] : [{ userId, name, why }],
      ),
      ...named,
    ],
    unknown: [...strangers.values()].map(([first]) => ({
      label: first!.stay.label,
      why: whyUnknown(first!.candidates),
    })),
    absent: rest.filter(({ userId, isUpdated }) => !isUpdated && !isNamed.has(userId)),
  };
}
