/** The pages of exports, each loaded when it is opened. */
import { page } from '#kit/page.ts';

export const pages = {
  '/exports': page(() => import('./exports-page.tsx'), 'ExportsPage'),
};
