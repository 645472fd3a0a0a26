/** Counts of the navigation: how much work of the caller's role is behind each of its entries (ours). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Upper limit of a count. */
export const maxCounted = 999;

/** Entries of the navigation that have counts. */
export const countedGroups = ['Today', 'Calendar', 'Review', 'Orders', 'Payments', 'People'] as const;

/** Kinds of counts, as the text behind the number: "3 to review". */
export const countWords = {
  waiting: 'waiting',
  'classes-today': 'today',
  'to-review': 'to review',
  'paid-no-access': 'paid without access',
  overdue: 'overdue',
  differences: 'differences of payments',
  duplicates: 'possible duplicates',
} as const;
export type Counted = keyof typeof countWords;

/**
 * Counts what waits for the caller's role, at most once per group and kind, most urgent kind first. Kinds without work are
 * left out; a group with several kinds has the sum of them, as no record is in two.
 */
export const getCounts = endpoint({
  area: 'home',
  method: 'GET',
  url: '/admin/home/counts/',
  roles: 'staff',
  reply: z.object({
    counts: z.array(
      z.object({
        group: z.enum(countedGroups),
        what: z.enum(Object.keys(countWords) as [Counted, ...Counted[]]),
        total: z.int().max(maxCounted),
        /** There are more than {@link maxCounted}. */
        isTotalCapped: z.boolean().optional(),
      }),
    ),
  }),
});
