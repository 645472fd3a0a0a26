/** Lessons and quizzes of a member, as far as they are open (docs/decisions/0107). */
import { sql } from 'kysely';
import type { getMemberLesson, getMemberQuiz } from '#contract/integration/contents.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { classEnd, classStart } from '#shared/classes.ts';
import { type VideoColumns, minutesOf, videoOf } from '#shared/video.ts';
import { memberOfAddress } from '../members/service.ts';
import { accessToCourse, accessToPath } from './access.ts';
import { type Site, absolute } from './site.ts';

/** Throws 409 with the reason why something is closed. */
function refuseClosed({ open, reason = 'This is not open' }: { open: boolean; reason?: string | undefined }): void {
  if (!open) throw conflict(reason);
}

/** Throws unless an item of a course is open for a member. */
async function refuseClosedItem(db: Db, where: { externalId: string; courseId: string }, itemId: string) {
  const { sections } = await accessToCourse(db, where);
  refuseClosed(sections.flatMap(({ items }) => items).find(({ id }) => id === itemId) ?? { open: false });
}

/** Lesson of a member; 404 if they do not have its course, 409 while it is closed. */
export async function openLesson(
  db: Db,
  site: Site,
  { externalId, lessonId }: { externalId: string; lessonId: string },
): Promise<Reply<typeof getMemberLesson>> {
  const { videoUrl, ...lesson } = await db
    .selectFrom('lesson')
    .innerJoin('courseSection as section', 'section.id', 'lesson.sectionId')
    .leftJoin(videoOf('lesson.videoSource').as('video'), (join) => join.onTrue())
    .where('lesson.id', '=', lessonId)
    .select(['lesson.id as lessonId', 'section.courseId', 'lesson.name', 'lesson.type', 'lesson.description'])
    .select(['content', 'attachments', 'location', classStart.as('startAt'), classEnd.as('endAt')])
    .select([
      minutesOf(sql`lesson.duration`, sql`video.video_duration`).as('duration'),
      sql<VideoColumns['videoUrl']>`video.video_url`.as('videoUrl'),
      sql<string | null>`coalesce(lesson.meeting_url, section.gmeet_url)`.as('meetingUrl'),
    ])
    .executeTakeFirstOrThrow(() => notFound('lesson'));
  await refuseClosedItem(db, { externalId, courseId: lesson.courseId }, lessonId);
  return {
    ...lesson,
    videoURL: videoUrl && absolute(site, videoUrl),
    attachments: lesson.attachments.map((one) => ({ ...one, url: absolute(site, one.url) })),
  };
}

const findQuiz = (db: Db, quizId: string, userId: string) =>
  db
    .selectFrom('quiz')
    .leftJoin('courseSection as section', 'section.id', 'quiz.sectionId')
    .where('quiz.id', '=', quizId)
    .select(['quiz.id as quizId', 'quiz.name', 'quiz.type', 'header', 'content', 'timeLimit', 'passingScore'])
    .select(['maxAttempts', 'shuffleQuestions', 'pathId', 'section.courseId'])
    .select([
      sql<number>`(select count(*)::int from quiz_attempt where quiz_id = quiz.id and user_id = ${userId})`.as(
        'attempts',
      ),
      sql<number | null>`(select max(score) from quiz_attempt where quiz_id = quiz.id and user_id = ${userId})`.as(
        'bestScore',
      ),
    ])
    .executeTakeFirstOrThrow(() => notFound('quiz'));

/** Questions in their order; in a shuffled one, which stays until the next attempt. */
const findQuestions = (
  db: Db,
  { quizId, shuffleQuestions }: { quizId: string; shuffleQuestions: boolean },
  seed: string,
) =>
  db
    .selectFrom('question')
    .where('quizId', '=', quizId)
    .$if(shuffleQuestions, (query) => query.orderBy(sql`md5(id || ${seed})`))
    .orderBy('position')
    .select(['id as questionId', 'type', 'question', 'questionHtml', 'imageUrl', 'score', 'options'])
    .select(['explanation', 'explanationHtml'])
    .execute();

/** Quiz of a member without its answers; 404 if they do not have its course or path, 409 while it is closed. */
export async function openQuiz(
  db: Db,
  site: Site,
  { externalId, quizId }: { externalId: string; quizId: string },
): Promise<Reply<typeof getMemberQuiz>> {
  const userId = await memberOfAddress(db, externalId);
  const { courseId, pathId, ...quiz } = await findQuiz(db, quizId, userId);
  if (courseId !== null) await refuseClosedItem(db, { externalId, courseId }, quizId);
  if (pathId !== null) refuseClosed(await accessToPath(db, { externalId, pathId }));
  const { type, maxAttempts, attempts, passingScore } = quiz;
  const bestScore = type === 'SURVEY' ? null : quiz.bestScore;
  const attemptsLeft = maxAttempts === null ? null : Math.max(0, maxAttempts - attempts);
  const isOver = attemptsLeft === 0 || (bestScore !== null && bestScore >= passingScore);
  const questions = await findQuestions(db, quiz, `${userId}/${attempts}`);
  return {
    ...quiz,
    bestScore,
    attemptsLeft,
    questions: questions.map(({ explanation, explanationHtml, options, imageUrl, ...question }) => ({
      ...question,
      imageUrl: imageUrl && absolute(site, imageUrl),
      // Without whether they are right.
      options: options.map(({ optionId, text, imageUrl: picture = null }) => ({
        optionId,
        text,
        imageUrl: picture && absolute(site, picture),
      })),
      ...(isOver && { explanation, explanationHtml }),
    })),
  };
}
