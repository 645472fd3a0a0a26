/** Pages of jobs, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/jobs': page(() => import('./jobs-page.tsx'), 'JobsPage'),
};
