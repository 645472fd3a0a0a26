/** Selection of orders; its actions are loaded with the first selected row. */
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Order } from './product-name.tsx';

export const orderSelection: Selecting<Order> = {
  max: maxIds,
  takesAll: true,
  name: ({ invoiceNumber }) => invoiceNumber,
  actions: lazy(async () => ({ default: (await import('./order-actions.tsx')).OrderActions })),
};
