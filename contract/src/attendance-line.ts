/** Parser for the lines of a pasted attendance list: names and e-mails, with a mark or another note beside them. Pure. */
import { isMark, markWordsOf, statusOfNote } from './attendance-note.ts';
import type { Span } from './attendance-minutes.ts';

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
/** Text in brackets, or a cross. */
const bracket = /[([]([^()[\]]*)[)\]]|[❌✗✘✖]/gu;
const separator = /[\t,;|=:]+|\s[-–—]\s|^[-–—]\s|\s[-–—]$/;

const trimmed = (parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean);

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
function partsOf(line: string): Line {
  const email = address.exec(line)?.[0] ?? '';
  const isShown = line.includes(`<${email}>`);
  const [before = '', after = ''] = email ? line.split(isShown ? `<${email}>` : email, 2) : [line];
  const notes = trimmed([...line.matchAll(bracket)].map(([all, note = all]) => note));
  const cells = (text: string) => trimmed(text.replaceAll(bracket, ' ').replaceAll(/[<>"]/g, ' ').split(separator));
  const parts = [...cells(before.replace(/^[\s\d.)-]+/, '')), ...cells(after)];
  const texts = parts.filter((part) => !isMark(part));
  const isName =
    !email ||
    (cells(after).every(isMark) && (isShown || texts.length < 2) && markWordsOf(texts.join(' ')).length === 0);
  return isName
    ? { email, name: texts.join(', '), notes: [...notes, ...parts.filter(isMark)] }
    : { email, name: '', notes: [...notes, ...parts] };
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
  const note = parts.filter((part) => !address.test(part) && markWordsOf(part).length > 0).join(', ');
  return parts
    .filter((part) => address.test(part))
    .flatMap(readPerson)
    .map((stay) => (note ? { ...stay, note: trimmed([stay.note, note]).join(', ') } : stay));
}

/** Lines of a pasted list; one line of several names between semicolons counts as several. */
export function linesOf(text: string): string[] {
  const lines = trimmed(text.split(/[\r\n]+/));
  const parts = lines.length === 1 ? trimmed(lines[0]!.split(';')) : [];
  return parts.length > 1 && !parts.some(isMark) ? parts : lines;
}
