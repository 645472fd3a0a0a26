/** Learning paths (spec §3, §7, §8; domain.md, Learning path). Their assignments are in assignment.ts. */
import { whenValid } from '../kernel/when-valid.ts';
import { z } from 'zod';
import { maxDescriptionLength, type as courseType } from '../course/draft.ts';
import { accessMonths } from '../kernel/access-term.ts';
import { choice, field } from '../kernel/draft.ts';
import { category, idOf, imageLink, money, name, publishedFilter, text, filter } from '../kernel/fields.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';

/** Names of drip intervals, by their number of days. */
export const dripNames = { 1: 'Daily', 7: 'Weekly', 30: 'Monthly' } as const;

interface Dripping {
  isDripContent: boolean;
}

/** Editable fields of a learning path. */
export const pathDraft = z
  .object({
    name: field(name(3, 150), { label: 'Name' }).default('Untitled learning path'),
    thumbnail: field(imageLink.nullable(), {
      label: 'Thumbnail',
      hint: 'A picture, 16 by 10: JPEG, PNG or WebP, up to 2 MB, or its address.',
    }).default(null),
    category: field(category.nullable(), { label: 'Category', none: 'Not chosen yet' }).default(null),
    description: field(text(maxDescriptionLength), { label: 'Description', kind: 'richText' }).default(''),
    price: field(money, { label: 'Price', hint: 'For all of its courses. Discounts are taken off this.' }).default(0),
    type: field(choice({ lifetime: 'Lifetime' }), { label: 'Access' }).default('lifetime'),
    accessMonths: accessMonths.default(null),
    isDripContent: field(z.boolean(), {
      label: 'Open courses gradually',
      hint: 'On: one section at a time, from the day a member begins.',
    }).default(false),
    dripInterval: field(choice(dripNames, 'Choose how often').nullable(), {
      label: 'A section opens',
      none: 'Not chosen yet',
      overrides: ({ isDripContent }: Dripping) => ({ isHidden: !isDripContent, isOptional: false }),
    }).default(null),
    isPublished: field(z.boolean(), {
      label: 'Published',
      hint: 'On: it can be bought. Off: it cannot; its members keep access.',
    }).default(false),
  })
  .superRefine(
    ({ isDripContent, dripInterval }, context) => {
      if (isDripContent && dripInterval === null)
        context.addIssue({ code: 'custom', path: ['dripInterval'], message: 'Choose how often' });
    },
    whenValid('isDripContent', 'dripInterval'),
  );

/** Course in a learning path. */
export const pathCourse = z.object({
  id: idOf('course'),
  name: z.string(),
  type: courseType,
  isPublished: z.boolean(),
});

/** Endpoints of learning paths: list, create, get, update and remove. */
export const learningPaths = recordEndpoints({
  kind: 'learning-path',
  readScope: 'catalogue:read',
  id: 'pathID',
  rows: 'paths',
  draft: pathDraft,
  isBornEmpty: true,
  sorts: withReverse('-createdAt', 'name', 'price', '-totalUsers', '-updatedAt'),
  filters: { category: filter(category, 'Category'), isPublished: publishedFilter },
  more: {
    slug: z.string(),
    finalPrice: z.int(),
    totalCourses: z.int(),
    /** Courses that its members can open. */
    totalPublished: z.int(),
    totalUsers: z.int(),
  },
  detail: {
    /** In path order. */
    assignedCourses: z.array(pathCourse),
  },
  messages: {
    create: { ok: 'Path created successfully', fail: 'Failed to create path' },
    update: { ok: 'Path updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Path deleted successfully', fail: 'Failed to delete path' },
  },
});
