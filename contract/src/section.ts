/** The order of a course's sections, and of what stands in one (domain.md, Calls). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { byIdOf, id, idOf, idsOf, version } from './fields.ts';

/** What shares the order of a section. */
export const sectionItemKinds = ['lesson', 'quiz', 'survey'] as const;

const change = {
  area: 'course',
  method: 'PUT',
  roles: ['admin', 'instructor'],
  versioned: true,
  reply: z.object({ id, version }),
} as const;

/** All sections of a course in their new order; the version is the course's. */
export const reorderSections = endpoint({
  ...change,
  url: '/admin/course/:id/section/priority/',
  params: byIdOf('course'),
  body: idsOf('section'),
  messages: { fail: 'Failed to reorder sections, please refresh the page and try again' },
});

/** All that stands in a section, in its new order; the version is the section's. */
export const reorderSectionItems = endpoint({
  ...change,
  url: '/admin/section/:id/items/priority/',
  params: byIdOf('section'),
  body: z
    .array(z.object({ kind: z.enum(sectionItemKinds), id: idOf('section-item') }))
    .min(1, 'Choose at least one')
    .max(500, 'At most 500 at a time'),
  messages: { fail: 'Failed to reorder the section, please refresh the page and try again' },
});
