/** Courses with their sections, lessons, quizzes, schedules and calendar events. */
import { sql } from 'kysely';
import { listCourses } from '#contract/course/endpoints.ts';
import { getLesson } from '#contract/course/lesson/endpoints.ts';
import { getQuiz } from '#contract/course/quiz/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { coursePublishingBatch } from './batches.ts';
import { calendarEvent } from './calendar/jobs.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { sendInvitation } from './calendar/send-invitation.ts';
import { classCalendarRoutes } from './class-calendar/routes.ts';
import { lessonRoutes } from './lesson/routes.ts';
import { nextBatchRoutes } from './next-batch/routes.ts';
import { questionExchangeRoutes } from './question-exchange/routes.ts';
import { quizRoutes } from './quiz/routes.ts';
import { riskRoutes } from './risk/routes.ts';
import { sendLearningMail } from './risk/service.ts';
import { courseRoutes } from './routes.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import { moveWaitingLists } from './waiting-list/jobs.ts';
import { sendOffer } from './waiting-list/mail.ts';
import { waitingListRoutes } from './waiting-list/routes.ts';

export const area: Area = {
  routes: [
    courseRoutes,
    lessonRoutes,
    quizRoutes,
    calendarRoutes,
    classCalendarRoutes,
    scheduleRoutes,
    nextBatchRoutes,
    questionExchangeRoutes,
    waitingListRoutes,
    riskRoutes,
  ],
  jobs: [calendarEvent, sendInvitation, sendOffer, moveWaitingLists, sendLearningMail],
  batches: [coursePublishingBatch],
  searched: [
    {
      table: 'course',
      place: 1,
      kind: sql`case type when 1 then 'fast-track' else 'flexy' end`,
      hint: sql`coalesce(category, '')`,
      opens: listCourses,
    },
    {
      table: 'lesson',
      place: 13,
      kind: 'lesson',
      hint: sql`(select course.name from course_section section join course on course.id = section.course_id
        where section.id = lesson.section_id)`,
      opens: getLesson,
    },
    {
      table: 'quiz',
      place: 14,
      kind: sql`lower(type)`,
      hint: sql`coalesce((select course.name from course_section section join course on course.id = section.course_id
        where section.id = quiz.section_id), (select path.name from learning_path path where path.id = quiz.path_id))`,
      opens: getQuiz,
    },
  ],
  bigTables: [
    'course_user',
    'course_waiting',
    'attendance',
    'attendance_evidence',
    'lesson_completion',
    'lesson_position',
    'learning_contact',
    'quiz_attempt',
  ],
};
