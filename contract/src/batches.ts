/** Calls that begin batches, one entry per kind. */
import { batchOf } from './batch.ts';
import { orderFilter } from './order.ts';
import { setOrderStatus } from './order-making.ts';

export const batches = {
  orderStatus: batchOf({
    kind: 'order-status',
    failsAs: 500,
    roles: setOrderStatus.roles,
    filter: orderFilter,
    change: { status: setOrderStatus.body!.shape.status },
  }),
};
