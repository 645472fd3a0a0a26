/** Compact summaries of previews, for the tests of readers. */
import { previewOf } from '../service.ts';

export const preview = (text: string, kind: 'QUIZ' | 'SURVEY' = 'QUIZ') => previewOf(Buffer.from(text), kind);

/** Summary of a file's preview; options as `* right` and `- wrong`, or the accepted answers. */
export async function summarize(text: string | Uint8Array, kind: 'QUIZ' | 'SURVEY' = 'QUIZ') {
  const { format, questions, errors } = await previewOf(Buffer.from(text as string), kind);
  return {
    format,
    questions: questions.map(({ line, question: { type, question, options, answerKey } }) => [
      line,
      type,
      question,
      answerKey ?? options.map((one) => `${one.isCorrect ? '*' : '-'} ${one.text}`),
    ]),
    errors,
  };
}
