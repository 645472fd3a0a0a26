/** Selection of vouchers: activate and deactivate. */
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';

export const voucherSelection = {
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: lazy(async () => ({ default: (await import('./voucher-actions.tsx')).VoucherActions })),
};
