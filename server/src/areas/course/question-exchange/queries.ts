/** SQL of a quiz and its questions, for files. */
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import type { StoredQuestion } from './read-result.ts';

/** Name and type of a quiz. @throws HttpError 404 */
export async function findQuiz(db: Db, id: string): Promise<{ name: string; type: 'QUIZ' | 'SURVEY' }> {
  const quiz = await db.selectFrom('quiz').select(['name', 'type']).where('id', '=', id).executeTakeFirst();
  if (!quiz) throw notFound('quiz');
  return quiz;
}

/** Questions of a quiz by position, with their answers. */
export async function findQuestions(db: Db, quizId: string): Promise<StoredQuestion[]> {
  const rows = await db
    .selectFrom('question')
    .select(['type', 'question', 'questionHtml', 'imageUrl', 'options', 'answerKey', 'explanation', 'explanationHtml'])
    .select('score')
    .where('quizId', '=', quizId)
    .orderBy('position')
    .execute();
  // Options of surveys have no isCorrect.
  return rows.map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ text, imageUrl = null, isCorrect = false }) => ({ text, imageUrl, isCorrect })),
  }));
}
