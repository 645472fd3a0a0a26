/** Discounts (spec §3, §7, §8; domain.md, Discount). Their assignments are in assignment.ts. */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { choice, field } from './draft.ts';
import { byIdOf, idOf, instant, name } from './fields.ts';
import { checkReduction, reductionFields } from './price-fields.ts';
import { bothWays } from './sorts.ts';
import { switchedEndpoints } from './switched-record.ts';

export const productNames = {
  courses: 'Courses',
  'learning paths': 'Learning paths',
  subscriptions: 'Subscriptions',
  products: 'Products',
} as const;

/** What a person fills in. */
export const discountDraft = z
  .object({
    name: field(name(3, 100), { label: 'Name', hint: 'For your team; members see the price only.' }),
    ...reductionFields('discount'),
    productType: field(choice(productNames), { label: 'Meant for' }),
    startDate: field(instant.nullable().default(null), { label: 'Starts', hint: 'Empty: as soon as it is active.' }),
    endDate: field(instant.nullable().default(null), {
      label: 'Ends',
      hint: 'Empty: until you deactivate it.',
      isEnd: true,
    }),
  })
  .superRefine(checkReduction('discount'));

export const discounts = switchedEndpoints({
  kind: 'discount',
  draft: discountDraft,
  sorts: bothWays('-createdAt', 'name', '-startDate', 'endDate', '-updatedAt'),
  more: { totalAssigned: z.int() },
  detail: {
    assignedCourses: z.array(z.object({ id: idOf('course'), name: z.string() })),
    assignedPaths: z.array(z.object({ id: idOf('learning-path'), name: z.string() })),
  },
  messages: {
    create: { ok: 'Discount created successfully', fail: 'Failed to create discount' },
    update: { ok: 'Discount updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Discount deleted successfully', fail: 'Failed to delete discount' },
    setStatus: { fail: 'Fail to toggle discount status on {id}' },
  },
});

/**
 * What decides whether to switch it on: how many products have which list price, and the other active discounts that
 * hold some of them while it runs. `conflicting`: how many products these hold, each counted once.
 */
export const discountEffect = endpoint({
  area: 'discount',
  embeds: ['course'],
  method: 'GET',
  url: '/admin/discount/:id/effect/',
  roles: ['admin'],
  params: byIdOf('discount'),
  reply: z.object({
    prices: z.array(z.object({ price: z.int(), products: z.int() })),
    conflicting: z.int(),
    conflicts: z.array(
      z.object({
        discountId: idOf('discount'),
        name: z.string(),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        products: z.int(),
      }),
    ),
  }),
});

export const unassignAllProducts = endpoint({
  area: 'discount',
  method: 'DELETE',
  url: '/admin/discount/:id/unassign/all',
  roles: ['admin'],
  params: byIdOf('discount'),
  reply: z.object({ changed: z.int() }),
  messages: {
    ok: 'Unassigned All Products from Discount',
    fail: 'Fail to unassign all products from discount',
    tone: 'warning',
  },
});
