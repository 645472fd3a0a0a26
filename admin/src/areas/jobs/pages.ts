/** The pages of jobs, each loaded when it is opened. */
import { page } from '#kit/page.ts';

export const pages = {
  '/jobs': page(() => import('./jobs-page.tsx'), 'JobsPage'),
};
