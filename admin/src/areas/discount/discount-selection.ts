/** Selection of discounts: activate and deactivate. */
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';

export const discountSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./discount-actions.tsx')).DiscountActions })),
};
