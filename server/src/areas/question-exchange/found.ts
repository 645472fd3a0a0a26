/** What readers find in a file: questions that may be right, and what they could not read. */
import type { z } from 'zod';
import type { ImportFault, PreviewedQuestion } from '#contract/question-exchange.ts';
import type { questionDraft } from '#contract/question.ts';

/** As a file says it, not yet looked at. */
export type Asked = z.input<typeof questionDraft>;
/** As it is kept, to be written. */
export type Kept = PreviewedQuestion['question'];

export type Found = { line: number; asked: Asked } | ImportFault;

/** Where something stands, for what is told of it. */
export const fault = (line: number, reason: string, mend: string): ImportFault => ({ line, reason, mend });

export type Options = NonNullable<Asked['options']>;

/** What true and false are called where a format has no words of its own for them. */
export const trueOrFalse = (isTrue: boolean): Kept['options'] => [
  { text: 'Benar', isCorrect: isTrue },
  { text: 'Salah', isCorrect: !isTrue },
];

const meansTrue = new Set(['benar', 'true']);
const meansFalse = new Set(['salah', 'false']);

/** Whether "true" is the right option; undefined: these are other words, or none is right, which not every format can say. */
export function truthOf(options: readonly { text: string; isCorrect: boolean }[]): boolean | undefined {
  const find = (words: Set<string>) => options.find(({ text }) => words.has(text.trim().toLowerCase()));
  const [yes, no] = [find(meansTrue), find(meansFalse)];
  if (options.length !== 2 || !yes || !no || yes.isCorrect === no.isCorrect) return undefined;
  return yes.isCorrect;
}

/** Where lines begin, to say in which one a place is. */
export function lineCounter(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1;
    return line;
  };
}

/** The answers that are accepted, a line each. */
export const acceptedBy = ({ answerKey }: Kept): string[] =>
  (answerKey ?? '').split('\n').filter((answer) => answer.trim() !== '');
