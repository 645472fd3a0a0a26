/** Navigation, pages and records of learning paths. */
import { IconRoute } from '@tabler/icons-react';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Courses',
      place: 3,
      label: 'Learning paths',
      to: '/learning-path',
      icon: IconRoute,
      opens: learningPaths.list,
      create: { what: 'learning path', call: learningPaths.create },
    },
  ],
  pages: {
    '/learning-path': page(() => import('./path-list-page.tsx'), 'PathListPage'),
    '/learning-path/$id/{-$tab}': page(() => import('./path-page.tsx'), 'PathPage'),
  },
  records: { 'learning-path': ['/learning-path', learningPaths.get] },
  found: {
    'learning-path': { to: '/learning-path', one: 'Learning path', hasCategory: true },
  },
};
