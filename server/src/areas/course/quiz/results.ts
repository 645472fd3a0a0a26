/** Results of a quiz or survey, aggregated by the database: one row per distinct answer. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { isRight, normalizedAnswer } from '#contract/course/quiz/score.ts';
import { type QuestionResult, type getQuizResults, maxTexts } from '#contract/course/quiz/results.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { question } from '#contract/course/quiz/questions.ts';
import type { Db } from '#platform/database/database.ts';
import { findQuiz } from './queries.ts';

interface AnswerCount {
  questionId: string;
  /** Ids of the chosen options, or a text. */
  answer: string | string[];
  count: number;
  /** Number of all answers to the question, including those beyond `maxAnswers`. */
  answers: number;
}

/** Upper limit of distinct answers per question, most frequent first. */
const maxAnswers = 1000;

const findAnswers = async (db: Db, quizId: string) =>
  (
    await sql<AnswerCount>`select question_id, answer, count, answers from (
      select key as question_id, value as answer, count(*)::int as count, (sum(count(*)) over (partition by key))::int as answers,
        row_number() over (partition by key order by count(*) desc, value) as place
      from quiz_attempt, jsonb_each(answers) where quiz_id = ${quizId} group by key, value) given
    where place <= ${maxAnswers} order by question_id, place`.execute(db)
  ).rows;

async function findTotals(db: Db, quizId: string, passingScore: number) {
  const { rows } = await sql<{ members: number; attempts: number; passed: number; average: number | null }>`
    select count(*)::int as members, coalesce(sum(attempts), 0)::int as attempts,
      (count(*) filter (where best >= ${passingScore}))::int as passed, round(avg(best))::int as average
    from (select count(*) as attempts, max(score) as best from quiz_attempt where quiz_id = ${quizId} group by user_id) member`.execute(
    db,
  );
  return rows[0]!;
}

const sumOf = (answers: readonly AnswerCount[]) => answers.reduce((sum, { count }) => sum + count, 0);

/** Text answers with their counts; equal answers are merged under the spelling of the first. */
function textsOf(answers: readonly AnswerCount[]): QuestionResult['texts'] {
  const texts = answers.flatMap(({ answer, count }) =>
    typeof answer === 'string' ? [{ text: answer.trim(), count }] : [],
  );
  return [...Map.groupBy(texts, ({ text }) => normalizedAnswer(text)).values()]
    .map((same) => ({ text: same[0]!.text, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxTexts);
}

function resultOf(
  ofQuestion: z.output<typeof question>,
  all: readonly AnswerCount[],
  isSurvey: boolean,
): QuestionResult {
  const chosenBy = ({ optionId }: { optionId: string }) =>
    sumOf(all.filter(({ answer }) => Array.isArray(answer) && answer.includes(optionId)));
  return {
    questionId: ofQuestion.questionId,
    answers: all[0]?.answers ?? 0,
    right: isSurvey ? null : sumOf(all.filter(({ answer }) => isRight(ofQuestion, answer))),
    options: ofQuestion.options.map((option) => ({
      ...option,
      isCorrect: option.isCorrect ?? false,
      count: chosenBy(option),
    })),
    texts: ofQuestion.options.length > 0 ? [] : textsOf(all),
  };
}

/** Results of a quiz; 404 if it does not exist. */
export async function resultsOf(db: Db, quizId: string): Promise<Reply<typeof getQuizResults>> {
  const { questions, passingScore, type } = await findQuiz(db, quizId);
  const totals = await findTotals(db, quizId, passingScore);
  const answersByQuestion = Map.groupBy(await findAnswers(db, quizId), ({ questionId }) => questionId);
  const isSurvey = type === 'SURVEY';
  return {
    ...totals,
    ...(isSurvey && { passed: 0, average: null }),
    questions: questions.map((one) => resultOf(one, answersByQuestion.get(one.questionId) ?? [], isSurvey)),
  };
}
