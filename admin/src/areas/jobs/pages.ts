/** The pages of jobs, each loaded when it is opened. */
import { lazyRouteComponent as page } from '@tanstack/react-router';

export const pages = {
  '/jobs': page(() => import('./jobs-page.tsx'), 'JobsPage'),
};
