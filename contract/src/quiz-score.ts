/** Which answers to the questions of a quiz are right, and what score they make. Pure. */
import { type QuestionType, hasOptions } from './question.ts';

interface Asked {
  type: QuestionType;
  options: readonly { optionId: string; isCorrect?: boolean | undefined }[];
  answerKey: string | null;
}

/** The ids of the chosen options, or a text. */
export type Answer = string | readonly string[];

/** What answers are the same by: neither case nor the space in it makes a text another. */
export const plainAnswer = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** All right options and no other; of a short answer one of the lines of its key. */
export function isRight({ type, options, answerKey }: Asked, answer: Answer): boolean {
  if (hasOptions(type)) {
    const chosen = new Set([answer].flat());
    const right = options.filter(({ isCorrect }) => isCorrect);
    return right.length > 0 && chosen.size === right.length && right.every(({ optionId }) => chosen.has(optionId));
  }
  const given = plainAnswer([answer].flat().join(' '));
  return given !== '' && (answerKey ?? '').split('\n').some((line) => plainAnswer(line) === given);
}

interface Ruled<B> {
  passingScore: number;
  resultDetail: readonly B[];
}

export interface Score<B> {
  /** From 0 to 100: the points of right answers of all there are, rounded down, so that nobody passes by rounding. */
  score: number;
  passed: boolean;
  /** What members read for that score, where the quiz has something for it. */
  band: B | undefined;
  /** Of each question, in their order. */
  right: boolean[];
}

/** `answers` stand in the order of the questions; undefined: not answered. Without any points the score is 0. */
export function scoreOf<B extends { minScore: number; maxScore: number }>(
  questions: readonly (Asked & { score: number })[],
  answers: readonly (Answer | undefined)[],
  { passingScore, resultDetail }: Ruled<B>,
): Score<B> {
  const right = questions.map((question, index) => isRight(question, answers[index] ?? []));
  const total = questions.reduce((sum, { score }) => sum + score, 0);
  const reached = questions.reduce((sum, { score }, index) => (right[index] ? sum + score : sum), 0);
  const score = total === 0 ? 0 : Math.floor((100 * reached) / total);
  const band = resultDetail.find(({ minScore, maxScore }) => minScore <= score && score <= maxScore);
  return { score, passed: score >= passingScore, band, right };
}
