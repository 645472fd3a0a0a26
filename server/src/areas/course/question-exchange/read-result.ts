/** Results of readers: unvalidated questions, and faults with their lines. */
import type { z } from 'zod';
import { imageLink } from '#contract/kernel/fields.ts';
import type { ImportFault, PreviewedQuestion } from '#contract/course/question-exchange/endpoints.ts';
import type { questionDraft } from '#contract/course/quiz/questions.ts';
import type { ReadHtml } from './html.ts';
import { inPart, leftOut, pictureNamed } from './losses.ts';

/** Question from a file, not yet validated. */
export type ImportedQuestion = z.input<typeof questionDraft>;
/** Stored question, to be written. */
export type StoredQuestion = PreviewedQuestion['question'];

/** Picture inside of a file, to be uploaded for a question. */
export interface FilePicture {
  /** Noun phrase for messages. */
  name: string;
  bytes: Uint8Array;
}

/** `warnings`: what of the question was lost. */
export type ReadResult =
  | { line: number; draft: ImportedQuestion; picture?: FilePicture; warnings: string[] }
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

/** Collects what the parts of a question lose, and the picture of its prompt. */
export class Losses {
  readonly warnings: string[] = [];
  picture: FilePicture | undefined;
  private readonly findFile: FindFile;

  constructor(findFile: FindFile = () => undefined) {
    this.findFile = findFile;
  }

  add(losses: readonly string[], part?: string): void {
    const placed = part === undefined ? losses : inPart(part, losses);
    this.warnings.push(...placed.filter((one) => !this.warnings.includes(one)));
  }

  /** Text of a part that has no picture of its own. */
  textOf({ text, pictures, losses }: ReadHtml, part: string): string {
    this.add([...losses, ...pictures.map((picture) => leftOut(pictureNamed(picture)))], part);
    return text.trim() === '' && pictures.length > 0 ? pictures.map(({ alt }) => alt).join(' ') : text;
  }

  optionOf = (read: ReadHtml, index: number): string => this.textOf(read, `Option ${index + 1}`);
  explanationOf = (read: ReadHtml): string => this.textOf(read, 'Explanation');

  /** Prompt with its first picture that can be shown: by its address, or from the file. */
  promptOf({ text, pictures, losses }: ReadHtml): { question: string; imageUrl: string | null } {
    this.add(losses);
    let imageUrl: string | null = null;
    for (const picture of pictures) {
      const isFirst = imageUrl === null && !this.picture;
      const bytes = isFirst ? (inText(picture.address) ?? this.findFile(picture.address)) : undefined;
      if (bytes) this.picture = { name: pictureNamed(picture), bytes };
      else if (isFirst && imageLink.safeParse(picture.address).success) imageUrl = picture.address;
      else this.add([leftOut(pictureNamed(picture))]);
    }
    return { question: text, imageUrl };
  }

  /** Question of the reader, with what was collected. */
  resultOf(line: number, draft: ImportedQuestion): ReadResult {
    return { line, draft, warnings: this.warnings, ...(this.picture && { picture: this.picture }) };
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
    return answers.map((one) => one.replaceAll('\\*', '*')).join('\n');
  }
}

export type Options = NonNullable<ImportedQuestion['options']>;

/** Options of a true/false question, for formats that do not name them. */
export const trueOrFalse = (isTrue: boolean): StoredQuestion['options'] => [
  { text: 'Benar', isCorrect: isTrue },
  { text: 'Salah', isCorrect: !isTrue },
];

const meansTrue = new Set(['benar', 'true']);
const meansFalse = new Set(['salah', 'false']);

/** Whether "true" is the right option; undefined: other words, or no right option, which not every format can express. */
export function trueFalseAnswer(options: readonly { text: string; isCorrect: boolean }[]): boolean | undefined {
  const find = (words: Set<string>) => options.find(({ text }) => words.has(text.trim().toLowerCase()));
  const [yes, no] = [find(meansTrue), find(meansFalse)];
  if (options.length !== 2 || !yes || !no || yes.isCorrect === no.isCorrect) return undefined;
  return yes.isCorrect;
}

/** Answer for formats where `*` stands for any text. */
export const withoutPattern = (answer: string): string => answer.replaceAll('*', '\\*');

/** Accepted answers: the lines of the answer key. */
export const acceptedAnswers = ({ answerKey }: StoredQuestion): string[] =>
  (answerKey ?? '').split('\n').filter((answer) => answer.trim() !== '');
