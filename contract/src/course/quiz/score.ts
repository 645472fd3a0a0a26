/** Grading of quiz answers. Pure. */
import { type QuestionType, hasOptions } from './questions.ts';

interface AnswerKey {
  type: QuestionType;
  options: readonly { optionId: string; isCorrect?: boolean | undefined }[];
  answerKey: string | null;
}

/** Ids of the chosen options, or a text. */
export type Answer = string | readonly string[];

/** Normalized answer for comparison: ignores case and repeated white space. */
export const normalizedAnswer = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether the answer has all right options and no other, or is one of the lines of a short answer's key. */
export function isRight({ type, options, answerKey }: AnswerKey, answer: Answer): boolean {
  if (hasOptions(type)) {
    const chosen = new Set([answer].flat());
    const right = options.filter(({ isCorrect }) => isCorrect);
    return right.length > 0 && chosen.size === right.length && right.every(({ optionId }) => chosen.has(optionId));
  }
  const normalized = normalizedAnswer([answer].flat().join(' '));
  return normalized !== '' && (answerKey ?? '').split('\n').some((line) => normalizedAnswer(line) === normalized);
}

interface Ruled<B> {
  passingScore: number;
  resultDetail: readonly B[];
}

/** Result of an attempt. */
export interface Score<B> {
  /** Points of right answers as a percentage of all points, rounded down so that rounding never passes anyone. */
  score: number;
  passed: boolean;
  /** Result text for the score, if the quiz has one. */
  band: B | undefined;
  /** Per question, in order. */
  right: boolean[];
}

/**
 * Score of an attempt. `answers` is parallel to `questions`; undefined: not answered. Without any points, the score is
 * 0.
 */
export function scoreOf<B extends { minScore: number; maxScore: number }>(
  questions: readonly (AnswerKey & { score: number })[],
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
