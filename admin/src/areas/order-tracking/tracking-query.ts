/** URL state of the tracking list, and the choices of its filters (spec §5, §9). Pure. */
import { z } from 'zod';
import { listQuery } from '#contract/kernel/fields.ts';
import { deskQueues } from '#contract/order-tracking/desk.ts';
import { orderStatuses } from '#contract/order/status.ts';
import { listSize } from '#contract/kernel/page-size.ts';
import type { Choice } from '#kit/list/list-page.tsx';
import type { ListState } from '#kit/list/list-state.ts';
import { dateRanges, searchedEmail, type TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import type { CustomerService } from '#admin-shared/order-tracking/tracking-order.ts';

/** The whole list and its queues; the documents answer *unpaid* and *unclaimed*, the desk the others. */
export const queues = ['', 'chase', 'unpaid', 'unclaimed', ...deskQueues] as const;
export type Queue = (typeof queues)[number];

/**
 * `search` is what was typed, `email` a person chosen for it or named by a link. `handledBy` is the phone of a customer
 * service. An unknown `date` or `status` is ignored.
 */
export const trackingQuery = listQuery(
  {
    // Unchanged: normalizing, truncating or rejecting the text would search for something other than the URL says.
    email: z.string().default(''),
    handledBy: z.string().default(''),
    status: z.enum(['', ...orderStatuses]).default(''),
    queue: z.enum(queues).default(''),
    date: z.enum(dateRanges.map(({ value }) => value)).default(''),
  },
  listSize(2),
);

export function filterOf(state: ListState): TrackingFilter {
  const { search, handledBy, date, status, ...named } = state as z.output<typeof trackingQuery>;
  const email = named.email || searchedEmail(search);
  const queue = queueOf(state);
  const ofQueue = queue === 'unpaid' || queue === 'unclaimed' ? 'unpaid' : '';
  return { email, customerServicePhone: handledBy, date, status: queue ? ofQueue : status };
}

/** Text of the search to look up among the users; empty without one, and beside an e-mail, which needs no person. */
export const lookupOf = ({ search, email }: ListState): string => (email || searchedEmail(search) ? '' : search);

export const queueOf = (state: ListState): Queue => (state as z.output<typeof trackingQuery>).queue;

/**
 * Choices of HANDLED BY. Services without phone are left out, and equal phones are one choice; `inForce` is always a
 * choice, so that the active filter is visible.
 */
export function handledByChoices(services: readonly CustomerService[], inForce: string): Choice[] {
  const names = Map.groupBy(
    services.filter(({ phone }) => phone),
    ({ phone }) => phone,
  );
  if (inForce && !names.has(inForce)) names.set(inForce, []);
  return [...names].map(([phone, people]) => ({
    value: phone,
    label:
      people
        .map(({ name }) => name)
        .filter(Boolean)
        .join(', ') || phone,
  }));
}
