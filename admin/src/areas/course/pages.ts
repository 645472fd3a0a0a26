/** Pages of courses, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/course/flexy': page(() => import('./course-list-page.tsx'), 'FlexyListPage'),
  '/course/flexy/$id/{-$tab}': page(() => import('./course-page.tsx'), 'FlexyCoursePage'),
  '/course/fast-track': page(() => import('./course-list-page.tsx'), 'FastTrackListPage'),
  '/course/fast-track/$id/{-$tab}': page(() => import('./course-page.tsx'), 'FastTrackCoursePage'),
  '/lesson/$id/{-$tab}': page(() => import('./lesson/lesson-page.tsx'), 'LessonPage'),
  '/quiz/$id/{-$tab}': page(() => import('./quiz/quiz-page.tsx'), 'QuizPage'),
};
