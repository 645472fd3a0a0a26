/** Pages of submissions, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/submission': page(() => import('./submission-list-page.tsx'), 'SubmissionListPage'),
  '/submission/$id': page(() => import('./submission-page.tsx'), 'SubmissionPage'),
};
