/** The calls of sections of a course, of what stands in them, and of their order (spec §7, §8; domain.md, Calls). */
import { z } from 'zod';
import { byIdOf, id, idOf, idsOf, version } from './fields.ts';
import { endpoint } from './kernel.ts';
import { child, children, section, sectionFields } from './section-fields.ts';

const ofCourse = z.object({ id: idOf('course'), sectionId: idOf('section') });
const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const one = { ...all, url: '/admin/course/:id/section/:sectionId/', params: ofCourse, versioned: true } as const;

export const getSection = endpoint({ ...one, method: 'GET', reply: section });

/** A new section is the last. Without a body it is one to be named. */
export const createSection = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/course/:id/section/',
  params: byIdOf('course'),
  body: z
    .object({ ...sectionFields, name: sectionFields.name.default('Untitled section') })
    .partial()
    .default({}),
  success: 201,
  creates: true,
  reply: z.object({ sectionId: idOf('section') }),
  messages: { ok: 'Course section created successfully', fail: 'Failed to create course section' },
});

/** Fields left out stay as they are, and the whole must then be a whole draft. */
export const updateSection = endpoint({
  ...one,
  method: 'PUT',
  body: z.object(sectionFields).partial(),
  reply: z.object({ sectionId: idOf('section'), version }),
  messages: { ok: 'Successfully Update Course', fail: 'Failed to update data, please try again' },
});

/** What stands in it goes with it. */
export const deleteSection = endpoint({
  ...one,
  method: 'DELETE',
  reply: z.object({ sectionId: idOf('section') }),
  messages: { ok: 'Course section deleted successfully', fail: 'Failed to delete course section' },
});

const reordering = { ...all, method: 'PUT', versioned: true, reply: z.object({ id, version }) } as const;

/** All sections of a course in their new order; the version is the course's. */
export const reorderSections = endpoint({
  ...reordering,
  url: '/admin/course/:id/section/priority/',
  params: byIdOf('course'),
  body: idsOf('section'),
  messages: { ok: 'Sections reordered', fail: 'Failed to reorder sections, please refresh the page and try again' },
});

/** All that stands in a section, in its new order; the version is the section's. */
export const reorderSectionItems = endpoint({
  ...reordering,
  url: '/admin/section/:id/items/priority/',
  params: byIdOf('section'),
  body: children,
  messages: { fail: 'Failed to reorder the section, please refresh the page and try again' },
});

/** Items of a course that are put together at one place, in the order they are given. */
const move = z.object({
  items: children,
  sectionId: idOf('section'),
  /** Of the section's items the one that follows them; null: they come last. */
  before: child.nullable(),
});
export type Move = z.output<typeof move>;

/**
 * Moves items within and between the sections of a course, one move after the other, all or none (ours). Unlike a
 * complete list it says what is meant, so that it holds also where somebody else moved something since.
 */
export const moveItems = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/course/:id/items/move/',
  params: byIdOf('course'),
  body: z.object({ moves: z.array(move).min(1, 'Choose at least one').max(500, 'At most 500 at a time') }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Moved', fail: 'Failed to move, please refresh the page and try again' },
});

const sectionIds = z.array(idOf('section')).max(200, 'At most 200 at a time').default([]);
const isSome = ({ sections, items }: { sections: readonly unknown[]; items: unknown }) =>
  sections.length > 0 || (Array.isArray(items) ? items.length > 0 : items !== null);

/**
 * Copies of sections and of items, of this course or of others, all or none (ours). Sections come behind one of the
 * course's, with all that stands in them; null: as the last.
 */
export const copyParts = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/course/:id/parts/copy/',
  params: byIdOf('course'),
  body: z
    .object({
      sections: sectionIds,
      behind: idOf('section').nullable().default(null),
      items: move.nullable().default(null),
    })
    .refine(isSome, 'Choose at least one'),
  success: 201,
  creates: true,
  reply: z.object({ sections: z.array(idOf('section')), items: z.array(child) }),
  messages: { fail: 'Failed to copy, please refresh the page and try again' },
});

/** Deletes sections, with what stands in them, and items of a course, all or none (ours). */
export const deleteParts = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/course/:id/parts/',
  params: byIdOf('course'),
  body: z.object({ sections: sectionIds, items: children.default([]) }).refine(isSome, 'Choose at least one'),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Deleted {changed} items', fail: 'Failed to delete, please refresh the page and try again' },
});
