/** Calls for sections of a course, their items, and their order (spec §7, §8; domain.md, Calls). */
import { z } from 'zod';
import { byIdOf, id, idOf, idsOf, version } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { itemRef, itemRefs, section, sectionFields } from './fields.ts';

const ofCourse = z.object({ id: idOf('course'), sectionId: idOf('section') });
const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const one = { ...all, url: '/admin/course/:id/section/:sectionId/', params: ofCourse, versioned: true } as const;

export const getSection = endpoint({ ...one, method: 'GET', reply: section });

/** Creates a section at the end; without a body, an unnamed one. */
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

/** Updates a section: omitted fields stay unchanged; the resulting section must be valid. */
export const updateSection = endpoint({
  ...one,
  method: 'PUT',
  body: z.object(sectionFields).partial(),
  reply: z.object({ sectionId: idOf('section'), version }),
  messages: { ok: 'Successfully Update Course', fail: 'Failed to update data, please try again' },
});

/** Deletes a section with its items. */
export const deleteSection = endpoint({
  ...one,
  method: 'DELETE',
  reply: z.object({ sectionId: idOf('section') }),
  messages: { ok: 'Course section deleted successfully', fail: 'Failed to delete course section' },
});

const reordering = { ...all, method: 'PUT', versioned: true, reply: z.object({ id, version }) } as const;

/** Reorders sections; the body lists all of a course's sections, and the version is the course's. */
export const reorderSections = endpoint({
  ...reordering,
  url: '/admin/course/:id/section/priority/',
  params: byIdOf('course'),
  body: idsOf('section'),
  messages: { ok: 'Sections reordered', fail: 'Failed to reorder sections, please refresh the page and try again' },
});

/** Reorders items; the body lists all items of the section, and the version is the section's. */
export const reorderSectionItems = endpoint({
  ...reordering,
  url: '/admin/section/:id/items/priority/',
  params: byIdOf('section'),
  body: itemRefs,
  messages: { fail: 'Failed to reorder the section, please refresh the page and try again' },
});

/** Move of a course's items to one place, in the given order. */
const move = z.object({
  items: itemRefs,
  sectionId: idOf('section'),
  /** Item of the target section that will follow them; null: they come last. */
  before: itemRef.nullable(),
});
export type Move = z.output<typeof move>;

/**
 * Moves items within and between sections of a course, one move after the other; all or none (ours). Moves are
 * relative, so unlike a complete list they stay valid if someone else reordered items meanwhile.
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
 * Copies sections and items from this or other courses; all or none (ours). Sections are copied with their items and
 * inserted behind a section of the course; null: at the end.
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
  reply: z.object({ sections: z.array(idOf('section')), items: z.array(itemRef) }),
  messages: { fail: 'Failed to copy, please refresh the page and try again' },
});

/** Deletes sections with their items, and items, of a course; all or none (ours). */
export const deleteParts = endpoint({
  ...all,
  method: 'DELETE',
  url: '/admin/course/:id/parts/',
  params: byIdOf('course'),
  body: z.object({ sections: sectionIds, items: itemRefs.default([]) }).refine(isSome, 'Choose at least one'),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Deleted {changed item|items}', fail: 'Failed to delete, please refresh the page and try again' },
});
