/**
 * Paid and access (not in the spec; docs/decisions/0049): what members paid for and cannot open, and what they can open
 * and did not pay for. A check fills the lists nightly and on demand.
 */
import { z } from 'zod';
import { choice } from '../kernel/draft.ts';
import { byIdOf, idOf, idsOf, listQuery, listReply, maxIds, filter } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { orderStatuses } from '../order/status.ts';
import { listSize } from '../kernel/page-size.ts';
import { kindOfProduct } from '../pricing/purchase.ts';
import { withReverse, sorted } from '../kernel/sorts.ts';

/** Lists: the two kinds of gap, and those of either kind that people marked as intended. */
export const accessViews = {
  'paid-no-access': 'Paid without access',
  'access-unpaid': 'Access without payment',
  intended: 'Intended',
} as const;
export type AccessView = keyof typeof accessViews;
const kind = z.enum(['paid-no-access', 'access-unpaid']);

/** Products that members get access to; others are delivered in other ways. */
export const accessProducts = {
  courses: 'Course',
  'learning paths': 'Learning path',
  subscriptions: 'Subscription',
} as const;
export type AccessProduct = keyof typeof accessProducts;

/** Evidence of the payment; of unpaid access, an order of the product with another status, or none. */
export const accessSources = { order: 'Order', tracking: 'Tracked order', none: 'No order' } as const;

/** Reasons why something is as it should be. */
export const intendedReasons = {
  gift: 'Gift',
  staff: 'Staff',
  scholarship: 'Scholarship',
  other: 'Other reason',
} as const;
export type IntendedReason = keyof typeof intendedReasons;
const reason = choice(intendedReasons);

const refTo = <Type extends AccessProduct>(productType: Type) =>
  z.object({ productType: z.literal(productType), productId: idOf(kindOfProduct[productType]) });
const productOf = <Type extends AccessProduct>(productType: Type) => refTo(productType).extend({ name: z.string() });

/** Difference between the payment for and the access to a product. */
export const accessGap = z.object({
  gapId: idOf('access-gap'),
  kind,
  user: z.object({ id: idOf('user'), name: z.string(), email: z.string() }),
  product: z.discriminatedUnion('productType', [
    productOf('courses'),
    productOf('learning paths'),
    productOf('subscriptions'),
  ]),
  /** Rupiah: price paid in an order; else the list price at the check, also for tracking documents. */
  amount: z.int(),
  /** Time of the payment (of a tracking document: its last change) or of the assignment (of a plan: its first day). */
  since: z.string(),
  source: z.enum(['order', 'tracking', 'none']),
  /** Paid order; of unpaid access, the member's latest order of the product. */
  order: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), status: z.enum(orderStatuses) }).nullable(),
  /** Paid tracking document. */
  documentId: z.string().nullable(),
  /** The course is full: its member waits for a place, before all who did not pay. */
  isFull: z.boolean(),
  intended: z.object({ reason, by: z.string().nullable(), at: z.string() }).nullable(),
});

const area = 'access-gap';
const readers = ['admin', 'customer-service'] as const;
const url = '/admin/access';

/**
 * Lists a view, latest first. Searches members by name, e-mail and phone, products by name, and invoices. The state of
 * the check and the size of each view, where 10,001 means more than 10,000, ignore the filters.
 */
export const listAccessGaps = endpoint({
  area,
  method: 'GET',
  url: `${url}/`,
  roles: readers,
  query: listQuery(
    {
      view: z
        .union([
          z.enum(Object.keys(accessViews) as [AccessView, ...AccessView[]], 'There is no such list'),
          z.literal('').transform((): AccessView => 'paid-no-access'),
        ])
        .default('paid-no-access'),
      productType: filter(choice(accessProducts), 'Product'),
      source: filter(choice(accessSources), 'Order'),
      sort: sorted(withReverse('-since', '-amount')),
    },
    listSize(2),
  ),
  reply: listReply('gaps', accessGap).extend({
    counts: z.object({ 'paid-no-access': z.int(), 'access-unpaid': z.int(), intended: z.int() }),
    /** null: never checked. */
    checkedAt: z.string().nullable(),
    /** A check was requested in the last five minutes and has not ended. */
    isRunning: z.boolean(),
    /** Whether tracking documents are compared; those hosted elsewhere are not. */
    hasTracking: z.boolean(),
  }),
});

/** Runs the check in the background. */
export const checkAccess = endpoint({
  area,
  method: 'POST',
  url: `${url}/check/`,
  roles: readers,
  reply: z.object({ requestedAt: z.string() }),
  messages: { fail: 'The check was not started' },
});

const skipped = z.object({ user: z.string(), product: z.string(), reason: z.string() });
/** Changes access, which the lists of members, courses and orders show: area of the orders, as when one is paid. */
const mending = { area: 'order', failsAs: 500, method: 'POST', roles: ['admin'] } as const;
const mended = z.object({
  changed: z.int(),
  /** Ids for {@link undoAccess}. */
  mends: z.array(idOf('access-mend')),
  /** Rows that were not changed, and why. */
  skipped: z.array(skipped),
});

/** Gives access to what was paid: rows of *Paid without access*. Each row is given as a whole or skipped with a reason. */
export const giveAccess = endpoint({
  ...mending,
  recordsBatch: true,
  roles: readers,
  url: `${url}/give/`,
  body: z.object({ ids: idsOf('access-gap') }),
  reply: mended,
  messages: { ok: 'Access given: {changed}', fail: 'Failed to give access' },
});

/**
 * Gives access to an item of a paid order, whether or not a check has found it; {@link undoAccess} undoes it. `changed` is 0
 * if nothing of it is missing; 409 with the reason if it cannot be given, 400 for an unknown product.
 */
export const giveItemAccess = endpoint({
  ...mending,
  roles: giveAccess.roles,
  url: `${url}/order/:id/give/`,
  params: byIdOf('order'),
  body: z.discriminatedUnion('productType', [refTo('courses'), refTo('learning paths'), refTo('subscriptions')]),
  reply: mended.omit({ skipped: true }),
  messages: { ok: 'Access given: {changed}', fail: 'Failed to give access' },
});

/** Removes access that was not paid: rows of *Access without payment*. */
export const removeAccess = endpoint({
  ...mending,
  recordsBatch: true,
  url: `${url}/remove/`,
  body: z.object({ ids: idsOf('access-gap') }),
  reply: mended,
  messages: { ok: 'Access removed: {changed}', fail: 'Failed to remove access' },
});

/**
 * Undoes changes of {@link giveAccess} and {@link removeAccess}; restored assignments keep their time. 403 for changes
 * that the role could not make.
 */
export const undoAccess = endpoint({
  ...mending,
  roles: readers,
  url: `${url}/undo/`,
  body: z.object({ ids: idsOf('access-mend') }),
  reply: mended.omit({ mends: true }),
  messages: { ok: 'Undone: {changed}', fail: 'Failed to undo' },
});

const mark = z.object({ gapId: idOf('access-gap'), reason: reason.nullable() });

/**
 * Marks rows as intended, or no longer (null). `before`: the previous marks of the changed rows, to undo the call: with
 * `isUndo` they keep who had set them and when.
 */
export const markIntended = endpoint({
  area,
  method: 'PUT',
  recordsBatch: true,
  url: `${url}/intended/`,
  roles: ['admin'],
  body: z.object({
    marks: z.array(mark).min(1, 'Choose at least one').max(maxIds, `At most ${maxIds} at a time`),
    isUndo: z.boolean().default(false),
  }),
  reply: z.object({ changed: z.int(), before: z.array(mark) }),
  messages: { ok: 'Marked as intended: {changed}', fail: 'Failed to mark as intended' },
});
