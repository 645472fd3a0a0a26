/** Discounts (spec §3, §7, §8; domain.md, Discount). Their assignments are in assignment.ts. */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { idOf, instant, name } from '../kernel/fields.ts';
import { campaignField, checkReduction, endField, reductionFields } from '../pricing/fields.ts';
import { discountBadges } from '../pricing/promotion-badge.ts';
import { type ProductType, productNames } from '../pricing/product-type.ts';
import type { RecordKind } from '../kernel/record-kinds.ts';
import { withReverse } from '../kernel/sorts.ts';
import { switchedEndpoints } from '../kernel/switched-record.ts';

/** Form fields. */
export const discountDraft = checkReduction(
  z.object({
    name: field(name(3, 100), { label: 'Name', hint: 'For your team; members see the price only.' }),
    ...reductionFields('discount'),
    productType: field(choice(productNames), { label: 'Applies to' }),
    startDate: field(instant.nullable().default(null), { label: 'Starts', hint: 'Empty: as soon as it is active.' }),
    endDate: endField,
  }),
  'discount',
);

/** Reason why the product type of a discount cannot change. */
export const assignedLock = (productType: ProductType): string =>
  `It is assigned to ${productType}; unassign these first`;

const named = (kind: RecordKind) => z.array(z.object({ id: idOf(kind), name: z.string() }));

/** Endpoints of discounts: list, create, get, update, remove and switch. */
export const discounts = switchedEndpoints({
  kind: 'discount',
  draft: discountDraft,
  sorts: withReverse('-createdAt', 'name', '-startDate', 'endDate', '-updatedAt'),
  badges: discountBadges,
  more: { totalAssigned: z.int(), ...campaignField },
  detail: {
    assignedCourses: named('course'),
    assignedPaths: named('learning-path'),
    assignedPlans: named('plan'),
    assignedProducts: named('product'),
  },
  messages: {
    create: { ok: 'Discount created successfully', fail: 'Failed to create discount' },
    update: { ok: 'Discount updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Discount deleted successfully', fail: 'Failed to delete discount' },
    setStatus: { fail: 'Fail to toggle discount status on {id}' },
  },
});
