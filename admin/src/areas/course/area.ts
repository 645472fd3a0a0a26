/** Navigation, pages and records of courses. */
import { IconBook2, IconCalendarMonth, IconCalendarTime, IconLifebuoy } from '@tabler/icons-react';
import { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import { createCourse, getCourse, listCourses } from '#contract/course/endpoints.ts';
import { listAtRisk } from '#contract/course/risk.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Courses',
      place: 1,
      label: 'Flexy courses',
      to: '/course/flexy',
      icon: IconBook2,
      opens: listCourses,
      create: { what: 'flexy course', call: createCourse },
    },
    {
      group: 'Courses',
      place: 2,
      label: 'Fast-track courses',
      to: '/course/fast-track',
      icon: IconCalendarTime,
      opens: listCourses,
      create: { what: 'fast-track course', call: createCourse },
    },
    {
      group: 'Courses',
      place: 4,
      label: 'Members at risk',
      to: '/learning',
      icon: IconLifebuoy,
      opens: listAtRisk,
    },
    {
      group: 'Calendar',
      place: 1,
      label: 'Calendar',
      to: '/calendar',
      icon: IconCalendarMonth,
      opens: listClasses,
    },
  ],
  pages: {
    '/calendar': page(() => import('./class-calendar/calendar-page.tsx'), 'CalendarPage'),
    '/course/flexy': page(() => import('./course-list-page.tsx'), 'FlexyListPage'),
    '/course/flexy/$id/{-$tab}': page(() => import('./course-page.tsx'), 'FlexyCoursePage'),
    '/course/fast-track': page(() => import('./course-list-page.tsx'), 'FastTrackListPage'),
    '/course/fast-track/$id/{-$tab}': page(() => import('./course-page.tsx'), 'FastTrackCoursePage'),
    '/learning': page(() => import('./learning/at-risk-page.tsx'), 'AtRiskPage'),
    '/learning/messages': page(() => import('./learning/messages-page.tsx'), 'LearningMessagesPage'),
    '/lesson/$id/{-$tab}': page(() => import('./lesson/lesson-page.tsx'), 'LessonPage'),
    '/quiz/$id/{-$tab}': page(() => import('./quiz/quiz-page.tsx'), 'QuizPage'),
  },
  // A course of the other type redirects to its own page.
  records: { course: ['/course/flexy', getCourse] },
  found: {
    flexy: { to: '/course/flexy', one: 'Flexy course', hasCategory: true },
    'fast-track': { to: '/course/fast-track', one: 'Fast-track', hasCategory: true },
    lesson: { to: '/lesson', one: 'Lesson' },
    quiz: { to: '/quiz', one: 'Quiz' },
    survey: { to: '/quiz', one: 'Survey' },
  },
};
