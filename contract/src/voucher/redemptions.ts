/** Uses of a voucher (ours). */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { orderStatuses } from '../order/status.ts';
import { listSize } from '../kernel/page-size.ts';

/** Lists the orders that used a voucher, latest first; cancelled and similar orders released their use. */
export const listRedemptions = endpoint({
  area: 'voucher',
  method: 'GET',
  url: '/admin/voucher/:id/redemptions/',
  roles: ['admin'],
  params: byIdOf('voucher'),
  query: listQuery({}, listSize(2)),
  reply: listReply(
    'redemptions',
    z.object({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      user: z.object({ id: idOf('user'), name: z.string() }),
      /** Reduction in rupiah. */
      amount: z.int(),
      status: z.enum(orderStatuses),
      redeemedAt: z.string(),
      /** null: the use still counts. */
      releasedAt: z.string().nullable(),
    }),
  ),
});
