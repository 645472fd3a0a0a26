/** The pages of users, each loaded when it is opened. */
import { lazyRouteComponent as page } from '@tanstack/react-router';

export const pages = {
  '/user': page(() => import('./user-list-page.tsx'), 'UserListPage'),
  '/user/$id': page(() => import('./user-page.tsx'), 'UserPage'),
};
