/** Pages of batches, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/batch': page(() => import('./batch-list-page.tsx'), 'BatchListPage'),
  '/batch/$id': page(() => import('./batch-page.tsx'), 'BatchPage'),
};
