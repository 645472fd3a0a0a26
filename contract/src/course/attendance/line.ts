/** Parser for the lines of a pasted attendance list: names and e-mails, with a mark or another note beside them. Pure. */
import { isMark, markWordsOf, statusOfNote, wordsOf } from './note.ts';
import type { Span } from './minutes.ts';

/** One line of a list; several lines may describe the same person. */
export interface Stay {
  /** Name or e-mail as written in the list. */
  label: string;
  /** In lower case; '' if the list has none. */
  email: string;
  /** Possible names of the person; Zoom lists both the name in the meeting and the original name. */
  names: readonly string[];
  /** Text beside the name that may be a mark, such as "izin"; '' if there is none. */
  note: string;
  /** null: the list has no durations. */
  minutes: number | null;
  /** When it was; null: the list does not say. */
  span: Span | null;
}

const address = /[^\s<>,;"'()]+@[^\s<>,;"'()]+/;
/** Text in brackets, or a character that no name has, such as a tick, a box, a cross or the tilde of struck text. */
const bracket = /[([]([^()[\]]*)[)\]]|[^\p{L}\p{M}\p{N}\p{Pd}\p{Cf}\s.,;:|=<>"'’‘`´@_/&*•·()[\]]\uFE0F?/gu;
const bullet = /^[\s\d.)#•▪●◦■➢➤►-]+/u;
/** Strokes through letters. */
const stroke = /[\u0335-\u0338]/g;
const separator = /[\t,;|=:]+|\s[-–—]\s|^[-–—]\s|\s[-–—]$/;

/** Whether a cell may be part of a name: no mark, and more than a letter or a sign. */
export const isNamePart = (text: string): boolean => /\p{L}{2}/u.test(text) && !isMark(text);

const trimmed = (parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean);

/** Mark in brackets in a name, such as "Budi (izin)"; '' if there is none. */
export const noteInName = (name: string): string =>
  Array.from(name.matchAll(bracket), ([, note]) => note?.trim() ?? '').find((note) => statusOfNote(note)) ?? '';

/** Line of a list. `name`: blank if it has only an e-mail or only notes. */
interface Line {
  email: string;
  name: string;
  notes: readonly string[];
}

/**
 * Splits a line into its parts. Of a line with an e-mail, only the text before the e-mail is a name for sure; parts
 * between separators may be cells of a table, so all of them are notes.
 */
function partsOf(text: string): Line {
  const line = text.replaceAll(stroke, '');
  const email = address.exec(line)?.[0] ?? '';
  const isShown = line.includes(`<${email}>`);
  const [start = '', after = ''] = email ? line.split(isShown ? `<${email}>` : email, 2) : [line];
  const before = start.replace(bullet, '');
  const notes = [
    ...Array.from(`${before} ${after}`.matchAll(bracket), ([all, note]) => note?.trim() || all),
    ...(/[-–—=:]\s*$/.test(line) ? ['-'] : []),
    ...(line === text ? [] : ['struck']),
  ];
  const cells = (side: string) => trimmed(side.replaceAll(bracket, ' ').replaceAll(/[<>"]/g, ' ').split(separator));
  const parts = [...cells(before), ...cells(after)];
  const texts = parts.filter((part, at) => (at === 0 ? !isMark(part) : isNamePart(part)));
  const isName =
    !email ||
    (cells(after).every(isMark) && (isShown || texts.length < 2) && markWordsOf(texts.join(' ')).length === 0);
  return isName
    ? { email, name: texts.join(', '), notes: [...notes, ...parts.filter((part) => !texts.includes(part))] }
    : { email, name: '', notes: [...notes, ...parts] };
}

/** Name in a line without marks that are set apart, and without words of marks; undefined for a line with an e-mail. */
export function nameOfLine(line: string): { name: string; rest: string } | undefined {
  const { email, name } = partsOf(line);
  if (email) return undefined;
  const marks = markWordsOf(name);
  return {
    name,
    rest: wordsOf(name)
      .filter((word) => !marks.includes(word))
      .join(' '),
  };
}

/** Person of a line, such as `2. Budi Santoso (izin)` or `Budi Santoso <budi@contoh.id>`. */
function readPerson(line: string): Stay[] {
  const { email, name, notes } = partsOf(line);
  if (!name && !email) return [];
  const aliases = notes.filter((note) => statusOfNote(note) === undefined);
  const names = [trimmed([name, ...aliases]).join(' '), name, ...aliases].filter(Boolean);
  const label = [name || email, notes.length > 0 && `(${notes.join(', ')})`].filter(Boolean).join(' ');
  return [
    {
      label,
      email: email.toLowerCase(),
      names: [...new Set(names)],
      note: notes.join(', '),
      minutes: null,
      span: null,
    },
  ];
}

const addresses = new RegExp(address, 'g');

/** People of a line: one, or one for each of several e-mails. */
export function readLine(line: string): Stay[] {
  if ((line.match(addresses)?.length ?? 0) < 2) return readPerson(line);
  const parts = line.split(/[,;\t]+/).flatMap((part) => {
    const emails = part.match(addresses) ?? [];
    return emails.length > 1 ? emails : [part];
  });
  const note = parts.filter((part) => !address.test(part) && part.trim() && !isNamePart(part)).join(', ');
  return parts
    .filter((part) => address.test(part))
    .flatMap(readPerson)
    .map((stay) => (note ? { ...stay, note: trimmed([stay.note, note]).join(', ') } : stay));
}

/** Lines of a pasted list; one line of several names between semicolons counts as several. */
export function linesOf(text: string): string[] {
  const lines = trimmed(text.split(/[\r\n]+/));
  const parts = lines.length === 1 ? trimmed(lines[0]!.split(';')) : [];
  return parts.length > 1 && parts.every(isNamePart) ? parts : lines;
}

/** People of a list; where some are ticked or marked as present, the others are not present by being in the list. */
export function withMissingMarks(stays: readonly Stay[]): readonly Stay[] {
  const isTicked = stays.some(
    ({ note }) => statusOfNote(note) === 'PRESENT' || /^([xv]|oke?|ya|yes|y|datang|masuk|ikut)$/i.test(note),
  );
  return isTicked ? stays.map((stay) => (stay.note ? stay : { ...stay, note: 'no mark' })) : stays;
}
