/** Navigation entries of courses. */
import { IconBook2, IconCalendarTime } from '@tabler/icons-react';
import { createCourse, listCourses } from '#contract/course/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Learning',
    place: 1,
    label: 'Flexy courses',
    to: '/course/flexy',
    purpose: 'Self-paced courses',
    icon: IconBook2,
    opens: listCourses,
    create: { what: 'flexy course', call: createCourse },
  },
  {
    group: 'Learning',
    place: 2,
    label: 'Fast-track',
    to: '/course/fast-track',
    purpose: 'Courses with fixed dates',
    icon: IconCalendarTime,
    opens: listCourses,
    create: { what: 'fast-track course', call: createCourse },
  },
];
