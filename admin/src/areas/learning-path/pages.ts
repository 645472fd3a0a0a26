/** Pages of learning paths, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/learning-path': page(() => import('./path-list-page.tsx'), 'PathListPage'),
  '/learning-path/$id/{-$tab}': page(() => import('./path-page.tsx'), 'PathPage'),
};
