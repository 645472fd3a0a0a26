/** Timeline of an order (ours): what is stored of its creation, payment, access, follow-up and end. */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf } from '../kernel/fields.ts';
import { timelineEntry } from '../kernel/timeline.ts';
import { getOrder } from './endpoints.ts';

/** Upper limit of entries; the oldest are left out. */
export const maxOrderEvents = 200;

/** Lists the latest entries, newest first, of the kinds `order`, `voucher`, `payment`, `access`, `paper` and
 * `desk`. */
export const orderTimeline = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/:id/timeline/',
  roles: getOrder.roles,
  params: byIdOf('order'),
  reply: z.object({ entries: z.array(timelineEntry), isCut: z.boolean() }),
});
