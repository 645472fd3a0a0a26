/** The tracking list's state in the URL, and the choices of its filters (spec §5, §9). Pure. */
import { z } from 'zod';
import { listQuery } from '#contract/fields.ts';
import { deskQueues } from '#contract/order-desk.ts';
import { orderStatuses } from '#contract/order-status.ts';
import { listSize } from '#contract/page-size.ts';
import type { Choice } from '#kit/list/list-page.tsx';
import type { ListState } from '#kit/list/list-state.ts';
import { dateRanges, type TrackingFilter } from './filters.ts';
import type { CustomerService } from './tracking-order.ts';

/** The list by itself, and its parts: *unpaid* and *unclaimed* by the documents, the others by the desk. */
export const queues = ['', 'unpaid', 'unclaimed', ...deskQueues] as const;
export type Queue = (typeof queues)[number];

/** `handledBy` is the phone of a customer service. A `date` or `status` that is no choice counts as not given. */
export const trackingQuery = listQuery(
  {
    // As they stand: a text that is normalised, cut or refused would ask for something else than the address says.
    email: z.string().default(''),
    handledBy: z.string().default(''),
    status: z.enum(['', ...orderStatuses]).default(''),
    queue: z.enum(queues).default(''),
    date: z.enum(dateRanges.map(({ value }) => value)).default(''),
  },
  listSize(2),
);

export function filterOf(state: ListState): TrackingFilter {
  const { email, handledBy, date, status } = state as unknown as z.output<typeof trackingQuery>;
  const queue = queueOf(state);
  const ofQueue = queue === 'unpaid' || queue === 'unclaimed' ? 'unpaid' : '';
  return { email, customerServicePhone: handledBy, date, status: queue ? ofQueue : status };
}

export const queueOf = (state: ListState): Queue => (state as unknown as z.output<typeof trackingQuery>).queue;

/**
 * The choices of HANDLED BY. Who has no phone cannot be filtered by, and one phone is one choice;
 * `inForce` stays a choice when nobody has that number, so that the list never hides what it is filtered by.
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
