/** Discounts (spec §3, §7, §8; domain.md, Discount). Their assignments are in assignment.ts. */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { choice, field } from './draft.ts';
import { byIdOf, idOf, instant, listQuery, listReply, name, orBlank, version, whole } from './fields.ts';
import { DiscountType, type Period, ruleProblems } from './price.ts';

export const discountTypeNames = {
  [DiscountType.IDR_BECOMES]: 'Fixed price',
  [DiscountType.IDR_OFF]: 'Amount off',
  [DiscountType.PERCENTAGE]: 'Percentage',
} as const;
export const productNames = {
  courses: 'Courses',
  'learning paths': 'Learning paths',
  subscriptions: 'Subscriptions',
  products: 'Products',
} as const;

const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
/** A status as a query sends it. */
const statusInQuery = z
  .enum(['0', '1', '2', '3'], 'A status is 0 to 3')
  .transform((digit) => Number(digit) as z.infer<typeof status>);
const roles = ['admin'] as const;
const byId = byIdOf('discount');

/** What the value is of each type. */
const values = {
  [DiscountType.IDR_BECOMES]: {
    label: 'Price becomes',
    hint: 'What a member pays, whatever the list price; it never raises a price.',
    kind: 'money',
  },
  [DiscountType.IDR_OFF]: {
    label: 'Amount off',
    hint: 'Taken off the list price; the price does not go below Rp0.',
    kind: 'money',
  },
  [DiscountType.PERCENTAGE]: {
    label: 'Percentage off',
    hint: 'From 1 to 100, rounded down to the rupiah.',
    kind: 'percent',
  },
} as const;

const fields = {
  name: field(name(3, 100), { label: 'Name', hint: 'For your team; members see the price only.' }),
  discount: field(whole().min(0, 'Not below 0').max(1_000_000_000, 'At most Rp1.000.000.000'), {
    label: 'Value',
    given: ({ discountType }: { discountType: DiscountType }) => values[discountType],
  }),
  // 10 of a hundred is not 10 rupiah.
  discountType: field(choice(discountTypeNames, 'Choose a type'), { label: 'Type', empties: 'discount' }),
  productType: field(choice(productNames), { label: 'Meant for' }),
  startDate: field(instant.nullable().default(null), {
    label: 'Starts',
    hint: 'Empty: as soon as it is active.',
    kind: 'moment',
  }),
  endDate: field(instant.nullable().default(null), {
    label: 'Ends',
    hint: 'Empty: until you deactivate it.',
    kind: 'moment',
  }),
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
  .object({
    ...fields,
    startDate: fields.startDate.unwrap().optional(),
    endDate: fields.endDate.unwrap().optional(),
  })
  .superRefine(checkDiscount);

const discountRow = z.object({
  ...fields,
  discountId: idOf('discount'),
  name: z.string(),
  discount: z.int(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  status,
  totalAssigned: z.int(),
  updatedAt: z.string(),
});

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
  reply: z.object({ discountId: idOf('discount') }),
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
  reply: discountRow.extend({
    assignedCourses: z.array(z.object({ id: idOf('course'), name: z.string() })),
    assignedPaths: z.array(z.object({ id: idOf('learning-path'), name: z.string() })),
    version,
  }),
});

export const updateDiscount = endpoint({
  area: 'discount',
  method: 'PUT',
  url: '/admin/discount/:id',
  roles,
  params: byId,
  body: discountChange,
  versioned: true,
  reply: z.object({ discountId: idOf('discount'), version }),
  messages: { ok: 'Discount updated successfully', fail: 'Failed to update data, please try again' },
});

export const deleteDiscount = endpoint({
  area: 'discount',
  method: 'DELETE',
  url: '/admin/discount/:id',
  roles,
  params: byId,
  versioned: true,
  reply: z.object({ discountId: idOf('discount') }),
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
  reply: z.object({ discountId: idOf('discount'), status, version }),
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
