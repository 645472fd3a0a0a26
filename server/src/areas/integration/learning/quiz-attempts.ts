/** Attempts at quizzes and surveys, scored by the rules of the contract. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { hasOptions } from '#contract/course/quiz/questions.ts';
import { scoreOf } from '#contract/course/quiz/score.ts';
import type { addQuizAttempt } from '#contract/integration/learning.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { endOfAccess } from '#shared/access/term.ts';
import { coursesOpenTo, pathsOpenTo } from '#shared/courses-of.ts';
import { memberIdOf } from '../members/service.ts';
import { lockMember } from './lock-member.ts';

type Body = ValidatedInput<typeof addQuizAttempt>['body'];
type Answers = Record<string, string | string[]>;

/** Quiz with its questions, the member's attempts, and whether they have its course or path; 400 if there is none. */
async function findQuiz(db: Db, { quizId, submittedAt }: Pick<Body, 'quizId' | 'submittedAt'>, userId: string) {
  const quiz = await db
    .selectFrom('quiz')
    .leftJoin('courseSection', 'courseSection.id', 'quiz.sectionId')
    .where('quiz.id', '=', quizId)
    .select(['type', 'passingScore', 'maxAttempts', 'resultDetail', 'courseSection.courseId', 'quiz.pathId'])
    .select([
      sql<boolean>`coalesce(course_section.course_id in ${coursesOpenTo(userId, submittedAt)},
        quiz.path_id in ${pathsOpenTo(userId, submittedAt)})`.as('isTheirs'),
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

/** Answers as they are stored: ids of options, or a text. 400 with all that the quiz does not have. */
function readAnswers({ questions }: Quiz, sent: Body['answers']): Answers {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answers: Answers = {};
  const errors = sent.flatMap(({ questionId, answer }, index) => {
    const wrong = (field: string, message: string) => [{ path: `answers.${index}.${field}`, message }];
    const question = byId.get(questionId);
    if (!question) return wrong('questionId', 'This question is not in the quiz');
    if (questionId in answers) return wrong('questionId', 'This question is answered twice');
    const [text] = answer;
    answers[questionId] = hasOptions(question.type) ? answer : (text ?? '');
    if (!hasOptions(question.type)) return answer.length === 1 ? [] : wrong('answer', 'This question is answered by one text'); // prettier-ignore
    const strange = answer.find((id) => !question.options.some(({ optionId }) => optionId === id));
    return strange === undefined ? [] : wrong('answer', `This question has no option ${strange}`);
  });
  if (errors.length > 0) throw new HttpError(400, 'The answers do not belong to this quiz', { errors });
  return answers;
}

/** Whether an attempt has these answers, whatever the quiz has by now. */
const isSame = (answers: Answers, sent: Body['answers']) =>
  isDeepStrictEqual(
    Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, [answer].flat()])),
    Object.fromEntries(sent.map(({ questionId, answer }) => [questionId, answer])),
  );

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
  const quiz = await findQuiz(db, body, userId);
  const stored = await findAttempt(db, externalId);
  if (stored) {
    if (stored.quizId === quizId && stored.userId === userId && isSame(stored.answers, body.answers))
      return replyOf(quiz, stored);
    throw conflict('Another attempt has this external id', 'externalId');
  }
  const answers = readAnswers(quiz, body.answers);
  if (!quiz.isTheirs) {
    const ended = await endOfAccess(db, userId, quiz);
    throw conflict(ended || 'The member does not have the course or path of this quiz', 'member');
  }
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
