/** Calls of programs with many items, each saved or refused alone. */
import { z } from 'zod';

/** Upper limit of items in one call. */
export const maxItems = 1000;

export const itemResults = z.object({
  /** Number of facts that were new. */
  changed: z.int(),
  /** In the order of the items. */
  items: z.array(z.object({ saved: z.boolean(), path: z.string().optional(), message: z.string().optional() })),
});
export type ItemResult = z.output<typeof itemResults>['items'][number];
