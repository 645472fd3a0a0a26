/** Pages of exports, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/exports': page(() => import('./exports-page.tsx'), 'ExportsPage'),
};
