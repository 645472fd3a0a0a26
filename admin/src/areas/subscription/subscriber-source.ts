/** Pages of subscribers: the page size is `size` on the wire and `pageSize` in the URL, as in every list. */
import { z } from 'zod';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { queryOf } from '#kit/api/use-call.ts';
import { querySource } from '#kit/list/source.ts';

const { size: pageSize, ...query } = (listSubscribers.query as z.ZodObject).shape;

export const subscriberSource = querySource(
  z.object({ ...query, pageSize }),
  ({ pageSize: size, ...state }) => queryOf(listSubscribers, { query: { ...state, size } }),
  ({ subscribers, totalItems, isTotalCapped }) => ({ rows: subscribers, totalItems, isTotalCapped }),
  listSubscribers,
);
