/** Results of readers: unvalidated questions, and faults with their lines. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { imageLink } from '#contract/kernel/fields.ts';
import type { ImportFault, PreviewedQuestion } from '#contract/course/question-exchange/endpoints.ts';
import type { questionDraft } from '#contract/course/quiz/questions.ts';
import type { ReadHtml } from './html.ts';
import { inPart, leftOut, pictureNamed } from './losses.ts';
import { isPlainHtml } from './rich-html.ts';
import type { Picture } from './rich-writing.ts';
import { toHtml } from '#shared/spreadsheet/markup.ts';

/** Question from a file, not yet validated. */
export type ImportedQuestion = z.input<typeof questionDraft>;
/** Stored question, to be written. */
export type StoredQuestion = PreviewedQuestion['question'];

/** Picture inside of a file, to be uploaded for a question or one of its options. */
export interface FilePicture {
  /** Noun phrase for messages. */
  name: string;
  /** Stands for it in the question until it is stored. */
  address: string;
  bytes: Uint8Array;
}

/** `warnings`: what of the question was lost. */
export type ReadResult =
  | { line: number; draft: ImportedQuestion; pictures?: FilePicture[]; warnings: string[] }
  | ImportFault;

/** Fault at a line, with the reason and how to correct it. */
export const fault = (line: number, reason: string, mend: string): ImportFault => ({ line, reason, mend });

/** Finds a file inside of an import by its address in a text. */
export type FindFile = (address: string) => Uint8Array | undefined;

const base64Data = /^data:[^,]{0,100};base64,/i;
const inText: FindFile = (address) => {
  const head = base64Data.exec(address)?.[0];
  return head === undefined ? undefined : Buffer.from(address.slice(head.length), 'base64');
};

/** Collects what the parts of a question lose, and their pictures inside of the file. */
export class Losses {
  readonly warnings: string[] = [];
  private readonly pictures: FilePicture[] = [];
  readonly findFile: FindFile;

  constructor(findFile: FindFile = () => undefined) {
    this.findFile = findFile;
  }

  add(losses: readonly string[], part?: string): void {
    const placed = part === undefined ? losses : inPart(part, losses);
    this.warnings.push(...placed.filter((one) => !this.warnings.includes(one)));
  }

  /** Text of a part that has no picture of its own. */
  textOf({ text, pictures, losses, textLosses }: ReadHtml, part: string): string {
    this.add([...losses, ...textLosses, ...pictures.map((picture) => leftOut(pictureNamed(picture)))], part);
    // Editors leave empty lines at the end of a text.
    const shown = withoutLastLines(text);
    return shown.trim() === '' && pictures.length > 0 ? pictures.map(({ alt }) => alt).join(' ') : shown;
  }

  /** Address of a picture: its own, or one that stands for it in the file. Null: it cannot be shown, and is named. */
  private placed(picture: Picture, findFile: FindFile, part?: string): string | null {
    const bytes = inText(picture.address) ?? findFile(picture.address);
    const name = pictureNamed(picture);
    if (bytes) {
      const address = `/${randomUUID()}`;
      this.pictures.push({ name, bytes, address });
      return address;
    }
    if (imageLink.safeParse(picture.address).success) return picture.address;
    this.add([leftOut(name)], part);
    return null;
  }

  /** Address of the first picture that can be shown. The others are named. */
  private pictureOf(pictures: readonly Picture[], findFile: FindFile, part?: string): string | null {
    let imageUrl: string | null = null;
    for (const picture of pictures)
      if (imageUrl === null) imageUrl = this.placed(picture, findFile, part);
      else this.add([leftOut(pictureNamed(picture))], part);
    return imageUrl;
  }

  /** Text and its formatted form, with its pictures in place but for `lifted`; null: it says no more. */
  private formatted(read: ReadHtml, lifted?: Picture, part?: string): { text: string; html: string | null } {
    this.add(read.losses, part);
    if (!read.formatted) return { text: read.text, html: null };
    const html = read.formatted((picture) =>
      lifted && !picture.isInText ? null : this.placed(picture, this.findFile, part),
    );
    return { text: read.text, html: isPlainHtml(html) ? null : html };
  }

  /** The only picture becomes that of the question, as pictures of a plain text; several stay in their places. */
  promptOf(read: ReadHtml): Pick<StoredQuestion, 'question' | 'questionHtml' | 'imageUrl'> {
    const own = read.pictures.filter(({ isInText }) => !isInText);
    const isLifted = own.length === 1 || !read.formatted;
    const { text, html } = this.formatted(read, isLifted ? own[0] : undefined);
    return { question: text, questionHtml: html, imageUrl: isLifted ? this.pictureOf(own, this.findFile) : null };
  }

  explanationOf(...parts: readonly ReadHtml[]): Pick<StoredQuestion, 'explanation' | 'explanationHtml'> {
    const all = parts.map((part) => this.formatted(part, undefined, 'Explanation'));
    const hasHtml = all.some(({ html }) => html !== null);
    return {
      explanation: all.map(({ text }) => text).join('\n'),
      explanationHtml: hasHtml ? all.map(({ text, html }) => html ?? `<p>${toHtml(text)}</p>`).join('') : null,
    };
  }

  optionOf(read: ReadHtml, index: number, findFile = this.findFile): { text: string; imageUrl: string | null } {
    const part = `Option ${index + 1}`;
    const imageUrl = this.pictureOf(read.pictures, findFile, part);
    return imageUrl === null
      ? { text: this.textOf(read, part), imageUrl }
      : { text: this.textOf({ ...read, pictures: [] }, part), imageUrl };
  }

  /** Question of the reader, with what was collected. */
  resultOf(line: number, draft: ImportedQuestion): ReadResult {
    return { line, draft: this.withoutEmpty(draft), warnings: this.warnings, pictures: this.pictures };
  }

  /** Programs write a line for options that nobody filled in; one that lost its picture or is right stays, as a fault. */
  private withoutEmpty(draft: ImportedQuestion): ImportedQuestion {
    const options = draft.options ?? [];
    const isEmpty = ({ text, imageUrl, isCorrect }: Options[number], at: number) =>
      text.trim() === '' &&
      !imageUrl &&
      !isCorrect &&
      !this.warnings.some((warning) => warning.startsWith(`Option ${at + 1}: `));
    const empty = options.flatMap((option, at) => (isEmpty(option, at) ? [at + 1] : []));
    if (empty.length === 0 || options.length - empty.length < 2) return draft;
    this.add(empty.map((number) => leftOut(`The empty option ${number}`)));
    return { ...draft, options: options.filter((_, at) => !empty.includes(at + 1)) };
  }

  /** Whole points; texts that are no number stay for the rules to refuse. */
  scoreOf(written: string): number {
    const score = Number(written.trim().replace(/^(\d+),(\d+)$/, '$1.$2'));
    if (Number.isInteger(score) || !(score > 0)) return score;
    const whole = Math.max(1, Math.round(score));
    this.add([`The score ${score} became ${whole}: scores are whole numbers`]);
    return whole;
  }

  /** Points of options, of which only right and wrong is kept. `shares`: parts of 100 for each option. */
  addShares(shares: readonly number[], isMultiple: boolean): void {
    const right = new Set(shares.filter((share) => share > 0));
    const isPartial = isMultiple ? right.size > 1 : [...right].some((share) => share !== 100);
    if (isPartial || shares.some((share) => share < 0))
      this.add([leftOut(`Points per option (${shares.map((share) => `${share}%`).join(', ')})`, 'were')]);
  }

  /** Short answers with a part of the points. */
  addPartialAnswers(answers: readonly string[]): void {
    if (answers.length > 0)
      this.add([leftOut(`The partly right answers ${answers.map((one) => `“${one}”`).join(', ')}`, 'were')]);
  }

  /** Accepted answers, a line each, of formats where `*` stands for any text and `\*` for itself. */
  answersOf(answers: readonly string[]): string {
    const patterns = answers.filter((one) => /(?<!\\)\*/.test(one));
    if (patterns.length > 0)
      this.add([`The * in ${patterns.map((one) => `“${one}”`).join(', ')} stands for itself, not for any text`]);
    return answerLines(answers.map((one) => one.replaceAll('\\*', '*')));
  }
}

/** Text on one line. */
const joinedLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Accepted answers, a line each: nobody types an answer of several lines. */
export const answerLines = (answers: readonly string[]): string =>
  answers.map((answer) => (answer.includes('\n') ? joinedLines(answer) : answer)).join('\n');

/** A number that is an answer, as it is written, and without needless zeros: members write 4 for 4.0. */
export function spellingsOf(number: string): string[] {
  const short = String(Number(number));
  return number.trim() === '' || short === 'NaN' ? [number] : [...new Set([number.trim(), short])];
}

/** Text without empty lines at its end. */
export function withoutLastLines(text: string): string {
  const rest = text.trimEnd();
  return text.includes('\n', rest.length) ? rest : text;
}

export type Options = NonNullable<ImportedQuestion['options']>;

/** Options of a true/false question, for formats that do not name them. */
export const trueOrFalse = (isTrue: boolean): StoredQuestion['options'] => [
  { text: 'Benar', imageUrl: null, isCorrect: isTrue },
  { text: 'Salah', imageUrl: null, isCorrect: !isTrue },
];

const meansTrue = new Set(['benar', 'true']);
const meansFalse = new Set(['salah', 'false']);

/** Whether "true" is the right option; undefined: other words, pictures, or no right option, which not every format can express. */
export function trueFalseAnswer(options: StoredQuestion['options']): boolean | undefined {
  const find = (words: Set<string>) => options.find(({ text }) => words.has(text.trim().toLowerCase()));
  const [yes, no] = [find(meansTrue), find(meansFalse)];
  if (
    options.length !== 2 ||
    options.some(({ imageUrl }) => imageUrl !== null) ||
    !yes ||
    !no ||
    yes.isCorrect === no.isCorrect
  )
    return undefined;
  return yes.isCorrect;
}

/** Answer for formats where `*` stands for any text. */
export const withoutPattern = (answer: string): string => answer.replaceAll('*', '\\*');

/** Accepted answers: the lines of the answer key. */
export const acceptedAnswers = ({ answerKey }: StoredQuestion): string[] =>
  (answerKey ?? '').split('\n').filter((answer) => answer.trim() !== '');
