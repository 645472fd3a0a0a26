/** Contents of what a member has, as the members' site shows them (docs/decisions/0107). */
import { z } from 'zod';
import { lesson } from '../course/lesson/endpoints.ts';
import { quiz } from '../course/quiz/endpoints.ts';
import { question } from '../course/quiz/questions.ts';
import { section, sectionItemKinds } from '../course/section/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { id, idOf } from '../kernel/fields.ts';
import { openness } from './learning.ts';
import { externalId } from './members.ts';

const reading = { area: 'integration', roles: 'key', method: 'GET', scope: 'access:read' } as const;

/** Final project to hand in; null: there is none. */
const finalProject = z.object({ description: z.string(), passingScore: z.int() }).nullable();

/**
 * Gets a course in order, with the locks of each item for a member now: the same rules as in the course's rehearsal. All
 * items are closed while the course is. 404 if the member does not have it.
 */
export const getMemberCourse = endpoint({
  ...reading,
  url: '/integration/members/:externalId/courses/:courseId',
  params: z.object({ externalId, courseId: idOf('course') }),
  reply: z.object({
    name: z.string(),
    ...openness,
    sections: z.array(
      section.pick({ sectionId: true, name: true, description: true, startAt: true, endAt: true }).extend({
        items: z.array(
          z.object({
            kind: z.enum(sectionItemKinds),
            /** Id of the lesson, quiz or survey. */
            id,
            name: z.string(),
            /** Type of a lesson; QUIZ or SURVEY for the others. */
            type: z.string(),
            /** In minutes; for a quiz, its time limit, or 0 without one. */
            duration: z.int(),
            ...openness,
            /** Completed lesson, passed quiz, answered survey. */
            isDone: z.boolean(),
            /** Seconds into the lesson at which the member stopped. */
            position: z.int().optional(),
          }),
        ),
      }),
    ),
    finalProject,
  }),
});

/** Gets the courses of a learning path in order, and what it ends with. 404 if the member does not have it. */
export const getMemberPath = endpoint({
  ...reading,
  url: '/integration/members/:externalId/paths/:pathId',
  params: z.object({ externalId, pathId: idOf('learning-path') }),
  reply: z.object({
    name: z.string(),
    ...openness,
    courses: z.array(z.object({ courseId: idOf('course'), name: z.string(), ...openness })),
    /** Final quiz, open while the path is; null: there is none. */
    quizId: idOf('quiz').nullable(),
    finalProject,
  }),
});

/** Gets the contents of a lesson. 404 if the member does not have its course; 409 with the reason while it is closed. */
export const getMemberLesson = endpoint({
  ...reading,
  url: '/integration/members/:externalId/lessons/:lessonId',
  params: z.object({ externalId, lessonId: idOf('lesson') }),
  reply: lesson
    .pick({ lessonId: true, courseId: true, name: true, type: true, description: true, content: true, duration: true })
    .extend({
      attachments: lesson.shape.attachments,
      /** Playable URL of its video; null without one, and while it is processed. */
      videoURL: lesson.shape.videoURL,
      /** Time, link and place of a live class: its own, else its section's. */
      startAt: lesson.shape.meetingStartAt,
      endAt: lesson.shape.meetingEndAt,
      meetingUrl: z.string().nullable(),
      location: z.string().nullable(),
    }),
});

/**
 * Gets a quiz or survey with its questions, without the right answers. A shuffled quiz has an order of its own for each
 * member and attempt. 404 if the member does not have its course or path; 409 with the reason while it is closed.
 */
export const getMemberQuiz = endpoint({
  ...reading,
  url: '/integration/members/:externalId/quizzes/:quizId',
  params: z.object({ externalId, quizId: idOf('quiz') }),
  reply: quiz
    .pick({ quizId: true, name: true, type: true, header: true, content: true, timeLimit: true, passingScore: true })
    .extend({
      /** Null: no limit. */
      attemptsLeft: z.int().nullable(),
      /** Best score of all attempts; null before the first, and for a survey. */
      bestScore: z.int().nullable(),
      questions: z.array(
        question
          .pick({ questionId: true, type: true, question: true, questionHtml: true, imageUrl: true, score: true })
          .extend({
            /** To choose from, in order; empty for a question that is answered by a text. */
            options: z.array(z.object({ optionId: z.string(), text: z.string(), imageUrl: z.string().nullable() })),
            /** Only after the member passed, or used all attempts. */
            explanation: z.string().optional(),
            explanationHtml: question.shape.explanationHtml.optional(),
          }),
      ),
    }),
});
