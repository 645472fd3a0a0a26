/** SQL of a quiz and its questions, as files carry them. */
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import type { Kept } from './found.ts';

/** @throws HttpError 404 */
export async function findQuiz(db: Db, id: string): Promise<{ name: string; type: 'QUIZ' | 'SURVEY' }> {
  const quiz = await db.selectFrom('quiz').select(['name', 'type']).where('id', '=', id).executeTakeFirst();
  if (!quiz) throw notFound('quiz');
  return quiz;
}

export async function findQuestions(db: Db, quizId: string): Promise<Kept[]> {
  const found = await db
    .selectFrom('question')
    .select(['type', 'question', 'imageUrl', 'options', 'answerKey', 'explanation', 'score'])
    .where('quizId', '=', quizId)
    .orderBy('position')
    .execute();
  // In a survey nothing is right or wrong.
  return found.map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ text, isCorrect = false }) => ({ text, isCorrect })),
  }));
}
