/** Navigation entry of learning paths. */
import { IconRoute } from '@tabler/icons-react';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Learning',
    place: 3,
    label: 'Learning paths',
    to: '/learning-path',
    purpose: 'Courses in a fixed order',
    icon: IconRoute,
    opens: learningPaths.list,
    create: { what: 'learning path', call: learningPaths.create },
  },
];
