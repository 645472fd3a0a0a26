/** Pages of subscribers: the size of a page is `size` on the wire, and `pageSize` in the address as of every list. */
import { z } from 'zod';
import { listSubscribers } from '#contract/subscription.ts';
import { queryOf } from '#kit/api/use-call.ts';
import { querySource } from '#kit/list/source.ts';

const { size: pageSize, ...query } = (listSubscribers.query as z.ZodObject).shape;

export const subscriberSource = querySource(
  z.object({ ...query, pageSize }),
  ({ pageSize: size, ...state }) => queryOf(listSubscribers, { query: { ...state, size } }),
  ({ subscribers, totalItems, isTotalCapped }) => ({ rows: subscribers, totalItems, isTotalCapped }),
  listSubscribers,
);
