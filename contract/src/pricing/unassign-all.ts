/** Calls that unassign everything from a discount or voucher (spec §7, §8). */
import { z } from 'zod';
import { byIdOf } from '../kernel/fields.ts';
import { type Messages, endpoint } from '../kernel/endpoint.ts';

const unassignAll = (area: 'discount' | 'voucher', messages: Messages) =>
  endpoint({
    area,
    method: 'DELETE',
    url: `/admin/${area}/:id/unassign/all`,
    roles: ['admin'],
    params: byIdOf(area),
    recordsBatch: true,
    reply: z.object({ changed: z.int() }),
    messages,
  });

export const unassignAllProducts = unassignAll('discount', {
  ok: 'Unassigned All Products from Discount',
  fail: 'Fail to unassign all products from discount',
  tone: 'warning',
});

export const unassignAllFromVoucher = unassignAll('voucher', {
  ok: 'Products unassigned from voucher successfully',
  fail: 'Failed to assign or unassign to voucher',
});
