/** Discounts (spec §3, §7, §8; domain.md, Discount). Their assignments are in assignment.ts. */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { byId, id, instant, listQuery, listReply, name, orBlank, version } from './fields.ts';
import { type DiscountType, type Period, ruleProblems } from './price.ts';

export const productTypes = ['courses', 'learning paths', 'subscriptions', 'products'] as const;

const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
/** A status as a query sends it. */
const statusInQuery = z
  .enum(['0', '1', '2', '3'], 'A status is 0 to 3')
  .transform((digit) => Number(digit) as z.infer<typeof status>);
const roles = ['admin'] as const;

const fields = {
  name: name(3, 100),
  discount: z.int('A whole number').min(0, 'Not below 0').max(1_000_000_000, 'At most Rp1.000.000.000'),
  discountType: z.union([z.literal(0), z.literal(1), z.literal(2)], 'Choose a type'),
  productType: z.enum(productTypes),
  startDate: instant.nullable().default(null),
  endDate: instant.nullable().default(null),
};

/** The rules across fields; `value` is called `discount` on the wire. */
function checkDiscount(
  {
    discount: value,
    discountType: type,
    ...period
  }: Partial<Period> & { discount: number; discountType: DiscountType },
  context: z.RefinementCtx,
): void {
  for (const { part, message } of ruleProblems({ type, value, ...period }))
    context.addIssue({ code: 'custom', path: [part === 'value' ? 'discount' : part], message });
}

/** What a person fills in to create a discount. */
export const discountDraft = z.object(fields).superRefine(checkDiscount);

/**
 * What a change sends: a period that is left out stays (the spec's callers know none); the whole must be a valid draft.
 */
const discountChange = z
  .object({ ...fields, startDate: instant.nullable().optional(), endDate: instant.nullable().optional() })
  .superRefine(checkDiscount);

const discountRow = z.object({
  ...fields,
  discountId: id,
  name: z.string(),
  discount: z.int(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  status,
  totalAssigned: z.int(),
  updatedAt: z.string(),
});

const assigned = z.object({ id, name: z.string() });

/** Status filter: the number, as the list shows it. */
export const listDiscounts = endpoint({
  area: 'discount',
  method: 'GET',
  url: '/admin/discount',
  roles,
  query: listQuery({ status: orBlank(statusInQuery) }, 10),
  reply: listReply('discounts', discountRow),
});

export const createDiscount = endpoint({
  area: 'discount',
  method: 'POST',
  url: '/admin/discount/',
  roles,
  body: discountDraft,
  success: 201,
  creates: true,
  reply: z.object({ discountId: id }),
  messages: { ok: 'Discount created successfully', fail: 'Failed to create discount' },
});

/** Detail adds what is assigned, by name. */
export const getDiscount = endpoint({
  area: 'discount',
  method: 'GET',
  url: '/admin/discount/:id',
  roles,
  params: byId,
  versioned: true,
  reply: discountRow.extend({ assignedCourses: z.array(assigned), assignedPaths: z.array(assigned), version }),
});

export const updateDiscount = endpoint({
  area: 'discount',
  method: 'PUT',
  url: '/admin/discount/:id',
  roles,
  params: byId,
  body: discountChange,
  versioned: true,
  reply: z.object({ discountId: id, version }),
  messages: { ok: 'Discount updated successfully', fail: 'Failed to update data, please try again' },
});

export const deleteDiscount = endpoint({
  area: 'discount',
  method: 'DELETE',
  url: '/admin/discount/:id',
  roles,
  params: byId,
  versioned: true,
  reply: z.object({ discountId: id }),
  messages: { ok: 'Discount deleted successfully', fail: 'Failed to delete discount' },
});

/** The switch: 0 INACTIVE or 1 ACTIVE. Answers the status derived from the period. */
export const setDiscountStatus = endpoint({
  area: 'discount',
  method: 'PUT',
  url: '/admin/discount/:id/status/',
  roles,
  params: byId,
  versioned: true,
  body: z.object({ status: z.union([z.literal(0), z.literal(1)], 'A status is 0 or 1') }),
  reply: z.object({ discountId: id, status, version }),
  messages: { fail: 'Fail to toggle discount status on {id}' },
});

export const unassignAllProducts = endpoint({
  area: 'discount',
  method: 'DELETE',
  url: '/admin/discount/:id/unassign/all',
  roles,
  params: byId,
  reply: z.object({ changed: z.int() }),
  messages: {
    ok: 'Unassigned All Products from Discount',
    fail: 'Fail to unassign all products from discount',
    tone: 'warning',
  },
});
