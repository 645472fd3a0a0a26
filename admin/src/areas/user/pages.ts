/** Pages of users, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/user': page(() => import('./user-list-page.tsx'), 'UserListPage'),
  '/user/of': page(() => import('./user-of-page.tsx'), 'UserOfPage'),
  '/user/$id': page(() => import('./user-page.tsx'), 'UserPage'),
};
