/** Attempts at quizzes and surveys, scored by the rules of the contract. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { hasOptions } from '#contract/course/quiz/questions.ts';
import { scoreOf } from '#contract/course/quiz/score.ts';
import type { addQuizAttempt } from '#contract/integration/learning.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { memberIdOf } from '../members/service.ts';
import { lockMember } from './lock-member.ts';

type Body = ValidatedInput<typeof addQuizAttempt>['body'];
type Answers = Record<string, string | string[]>;

/** Quiz with its questions, the member's attempts, and whether they have its course or path; 400 if there is none. */
async function findQuiz(db: Db, quizId: string, userId: string) {
  const quiz = await db
    .selectFrom('quiz')
    .leftJoin('courseSection', 'courseSection.id', 'quiz.sectionId')
    .where('quiz.id', '=', quizId)
    .select(['type', 'passingScore', 'maxAttempts', 'resultDetail'])
    .select([
      sql<boolean>`exists (select from course_user where course_id = course_section.course_id and user_id = ${userId})
        or exists (select from learning_path_user taken left join learning_path_course part on part.path_id = taken.path_id
          where taken.user_id = ${userId} and (part.course_id = course_section.course_id or taken.path_id = quiz.path_id))`.as(
        'isTheirs',
      ),
      sql<number>`(select count(*)::int from quiz_attempt own where own.quiz_id = quiz.id and own.user_id = ${userId})`.as(
        'attempts',
      ),
    ])
    .executeTakeFirst();
  if (!quiz) throw badRequest('There is no such quiz', 'quizId');
  const questions = await db
    .selectFrom('question')
    .where('quizId', '=', quizId)
    .orderBy('position')
    .select(['id', 'type', 'options', 'answerKey', 'score'])
    .execute();
  return { ...quiz, questions };
}

type Quiz = Awaited<ReturnType<typeof findQuiz>>;

const answersOf = (sent: Body['answers']): Answers =>
  Object.fromEntries(sent.map(({ questionId, answer }) => [questionId, answer]));

/** 400 with all answers that the quiz does not have. */
function refuseStrange({ questions }: Quiz, sent: Body['answers']): void {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answered = new Set<string>();
  const errors = sent.flatMap(({ questionId, answer }, index) => {
    const wrong = (field: string, message: string) => [{ path: `answers.${index}.${field}`, message }];
    const question = byId.get(questionId);
    if (!question) return wrong('questionId', 'This question is not in the quiz');
    if (answered.has(questionId)) return wrong('questionId', 'This question is answered twice');
    answered.add(questionId);
    if (hasOptions(question.type) !== Array.isArray(answer))
      return wrong('answer', Array.isArray(answer) ? 'This question is answered by a text' : 'This question is answered by the ids of options'); // prettier-ignore
    const optionIds = new Set(question.options.map(({ optionId }) => optionId));
    const strange = [answer].flat().find((one) => Array.isArray(answer) && !optionIds.has(one));
    return strange === undefined ? [] : wrong('answer', `This question has no option ${strange}`);
  });
  if (errors.length > 0) throw new HttpError(400, 'The answers do not belong to this quiz', { errors });
}

const findAttempt = (db: Db, externalId: string) =>
  db
    .selectFrom('quizAttempt')
    .where('externalId', '=', externalId)
    .select(['quizId', 'userId', 'attempt', 'score', 'answers', 'submittedAt'])
    .executeTakeFirst();

const replyOf = (
  { type, passingScore, maxAttempts, attempts }: Quiz,
  { attempt, score, submittedAt }: { attempt: number; score: number; submittedAt: string },
): Reply<typeof addQuizAttempt> => ({
  attempt,
  score: type === 'SURVEY' ? null : score,
  passed: type === 'SURVEY' ? null : score >= passingScore,
  attemptsLeft: maxAttempts === null ? null : Math.max(0, maxAttempts - attempts),
  submittedAt,
});

/** Scores and stores an attempt, or returns the stored one with the same external id. */
export async function addAttempt(db: Db, body: Body): Promise<Reply<typeof addQuizAttempt>> {
  const { externalId, quizId } = body;
  const userId = await memberIdOf(db, body.member, 'member');
  await lockMember(db, userId);
  const quiz = await findQuiz(db, quizId, userId);
  const answers = answersOf(body.answers);
  const stored = await findAttempt(db, externalId);
  if (stored) {
    if (stored.quizId === quizId && stored.userId === userId && isDeepStrictEqual(stored.answers, answers))
      return replyOf(quiz, stored);
    throw conflict('Another attempt has this external id', 'externalId');
  }
  refuseStrange(quiz, body.answers);
  if (!quiz.isTheirs) throw conflict('The member does not have the course or path of this quiz', 'member');
  if (quiz.maxAttempts !== null && quiz.attempts >= quiz.maxAttempts)
    throw conflict(`All ${quiz.maxAttempts} attempts are used`, 'quizId');
  const inOrder = quiz.questions.map(({ id }) => answers[id]);
  const score =
    quiz.type === 'SURVEY' ? 0 : scoreOf(quiz.questions as Parameters<typeof scoreOf>[0], inOrder, quiz).score;
  const inserted = await db
    .insertInto('quizAttempt')
    .values({
      quizId,
      userId,
      externalId,
      score,
      answers: JSON.stringify(answers),
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from quiz_attempt where quiz_id = ${quizId} and user_id = ${userId})`,
      submittedAt: sql<string>`least(${body.submittedAt ?? null}::timestamptz, now())`,
    })
    .returning(['attempt', 'score', 'submittedAt'])
    .executeTakeFirstOrThrow();
  return replyOf({ ...quiz, attempts: quiz.attempts + 1 }, inserted);
}
