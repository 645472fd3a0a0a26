/** Marks that people write beside the names of an attendance list, in Indonesian and English. Pure. */
import type { AttendanceStatus } from './endpoints.ts';

/** Words of a text in lower case, without accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** "Absen" is none of them: it means both the roll and an absence. */
const phrases: Record<AttendanceStatus, readonly string[]> = {
  PRESENT: ['hadir', 'present', 'attended'],
  LATE: ['telat', 'terlambat', 'late'],
  EXCUSED: ['izin', 'ijin', 'excused'],
  SICK: ['sakit', 'sick'],
  ABSENT: ['tidak hadir', 'tdk hadir', 'tidak masuk', 'alfa', 'alpa', 'alpha', 'absent', 'not present', 'no show'],
};
const statuses = new Map(
  Object.entries(phrases).flatMap(([status, texts]) => texts.map((text) => [text, status as AttendanceStatus])),
);

/** Status that a note means; undefined if it is none of the known words, or more than one of them. */
export const statusOfNote = (note: string): AttendanceStatus | undefined =>
  /^[✅✓✔☑√]\uFE0F?$/u.test(note) ? 'PRESENT' : statuses.get(wordsOf(note).join(' '));

/** Answers of a column that says who was there; "x" is none, since it may mean either. */
export const isYes = (text: string): boolean =>
  /^(yes|y|ya|true|1|v|oui|ja|s[ií]|sim|[✅✓✔☑√]\uFE0F?)$/iu.test(text.trim());
export const isNo = (text: string): boolean => /^(no|n|tidak|tdk|tak|false|0|non|nein|nee|não)$/iu.test(text.trim());

const present = new Set(phrases.PRESENT);
const negations = 'tidak tdk tak gak ga nggak ngga enggak engga belum bukan batal tanpa not didn';
const answers =
  'ya yes y ok oke no n t true false absen datang masuk ikut berhalangan mangkir bolos cuti missing away absentees';
const others = `${negations} ${answers}`.split(' ');
const known = new Set([...Object.values(phrases).flat().flatMap(wordsOf), ...others]);

/** Words of a text that say something about the attendance. */
export const markWordsOf = (text: string): string[] => wordsOf(text).filter((word) => known.has(word));

/** Whether a text consists of such words only. */
export const isMark = (text: string): boolean => {
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => known.has(word));
};

/** Whether a line is the heading of those who were there, such as "Hadir:". */
export const isPresentHeading = (line: string): boolean =>
  (isMark(line.replaceAll(/\d+/g, '')) ||
    line.trim().endsWith(':') ||
    /^(yang|daftar|peserta) hadir\b[^:;,|\t@]*$/i.test(line)) &&
  markWordsOf(line).length > 0 &&
  markWordsOf(line).every((word) => present.has(word));

/** "Absen" there is the roll. */
const roll = /^(daftar absen|absen kelas)\b/i;

/**
 * Whether the marks of other lines depend on a line, such as "Izin:" or "Peserta tidak hadir". `name`: its text without
 * marks that are set apart. A single letter is the initial of a name.
 */
export const isMarkHeading = (line: string, name: string): boolean =>
  (name === '' && /\p{L}/u.test(line)) ||
  line.trim().endsWith(':') ||
  (!roll.test(name) && markWordsOf(name).some((word) => word.length > 1));
