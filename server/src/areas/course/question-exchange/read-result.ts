/** Results of readers: unvalidated questions, and faults with their lines. */
import type { z } from 'zod';
import type { ImportFault, PreviewedQuestion } from '#contract/course/question-exchange/endpoints.ts';
import type { questionDraft } from '#contract/course/quiz/questions.ts';

/** Question from a file, not yet validated. */
export type ImportedQuestion = z.input<typeof questionDraft>;
/** Stored question, to be written. */
export type StoredQuestion = PreviewedQuestion['question'];

export type ReadResult = { line: number; draft: ImportedQuestion } | ImportFault;

/** Fault at a line, with the reason and how to correct it. */
export const fault = (line: number, reason: string, mend: string): ImportFault => ({ line, reason, mend });

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

/** Accepted answers: the lines of the answer key. */
export const acceptedAnswers = ({ answerKey }: StoredQuestion): string[] =>
  (answerKey ?? '').split('\n').filter((answer) => answer.trim() !== '');
