/**
 * Desk of order tracking (not in the spec; docs/decisions/0046): claims, follow-ups, notes and contacts of tracked orders.
 * Its records have the ids of the Firestore documents. The server reads the stored document for each change
 * (docs/decisions/0060): 404 if there is none, 503 if it cannot be read.
 */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { idOf, instant, isPlainText, listQuery, listReply, text, textOf, version, whole } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { type OrderStatus, orderStatuses } from '../order/status.ts';
import { trackingRoles } from './endpoints.ts';
import { listSize } from '../kernel/page-size.ts';

/** Maximum length of a document id; documents with longer ids have no desk. */
export const maxDeskIdLength = 150;
/** Maximum number of ids per call: a page of 100 rows, and as many pinned rows. Further ids are ignored. */
export const maxDeskIds = 200;
/** Maximum length of the ids joined by slashes. 200 ids as Firestore creates them have 4,200 characters. */
const longestDeskIds = 15_100;

const refusedId = 'This is not the id of an order';
const isDocumentId = (id: string) => id !== '' && !id.includes('/') && !/^\.\.?$|^__.*__$/s.test(id);
/** Id of an order document in Firestore. */
export const documentId = textOf('text', text(maxDeskIdLength).refine(isDocumentId, refusedId));

/** Whether an order with this id can be worked on at the desk. */
export const hasDesk = (id: string): boolean =>
  id.length <= maxDeskIdLength && isPlainText(id) && id === id.normalize('NFC') && isDocumentId(id);

/** Whether nothing is left to follow up. */
export const isSettled = (status: OrderStatus | null): boolean =>
  status === 'paid' || status === 'cancelled' || status === 'refunded';

/** Whether an order is in the chase order. */
export const isChased = (status: OrderStatus | null): boolean => status === 'unpaid' || status === 'pending';

const person = z.object({ userId: idOf('user'), name: z.string() });
const present = person.extend({ documentId: z.string() });
export type Present = z.infer<typeof present>;

const deskOrder = z.object({
  documentId: z.string(),
  status: z.enum(orderStatuses).nullable(),
  claimedBy: person.nullable(),
  claimedAt: z.string().nullable(),
  followUpAt: z.string().nullable(),
  contactedAt: z.string().nullable(),
  contactedCount: z.int(),
  lastTemplate: z.string().nullable(),
  note: z.string(),
  version,
});
export type DeskOrder = z.infer<typeof deskOrder>;

/** Queues stored in this database; *Unpaid* and *Unclaimed* are read from the documents. */
export const deskQueues = ['mine', 'overdue', 'contacted'] as const;

const all = { area: 'desk-order', roles: trackingRoles } as const;
export const deskUrl = '/admin/order-tracking/desk';
const reading = { ...all, method: 'GET' } as const;
const one = {
  ...all,
  method: 'POST',
  params: z.object({ id: documentId }),
  body: z.object({}),
  reply: deskOrder,
} as const;
/** Query fields that filter the queues; blank: no filter. */
export const narrowing = {
  email: text(300).default(''),
  handledBy: text(128).default(''),
  since: instant.optional(),
};

/** Lists a queue: *mine* and *overdue* by next follow-up, *contacted* by oldest contact. */
export const listDesk = endpoint({
  ...reading,
  url: `${deskUrl}/`,
  query: listQuery(
    { queue: field(z.enum(deskQueues).default('mine'), { label: 'Queue' }), ...narrowing },
    listSize(2),
  ).omit({ search: true }),
  reply: listReply('orders', deskOrder),
});

/**
 * Size of each queue; `claimed`: unpaid orders with a claim. 10,001 means more than 10,000; `chase` considers at most
 * the 5,000 newest orders.
 */
export const countDesk = endpoint({
  ...reading,
  url: `${deskUrl}/counts/`,
  reply: z.object({ chase: z.int(), mine: z.int(), overdue: z.int(), contacted: z.int(), claimed: z.int() }),
});

/** Lists claimed unpaid orders, which *Unclaimed* excludes; at most 10,000. */
export const listClaimed = endpoint({
  ...reading,
  url: `${deskUrl}/claimed/`,
  query: z.object(narrowing),
  reply: z.object({ claimed: z.array(z.object({ documentId: z.string(), orderedAt: z.string().nullable() })) }),
});

/**
 * Reads the desk state of orders (without one: left out), and the other users who are working on them. `ids` are separated
 * by slashes, which no id contains.
 */
export const readDesk = endpoint({
  ...reading,
  url: `${deskUrl}/states/`,
  query: z.object({ ids: text(longestDeskIds) }),
  reply: z.object({ orders: z.array(deskOrder), present: z.array(present) }),
});

const event = z.object({
  at: z.string(),
  kind: z.enum(['claim', 'release', 'hand-over', 'note', 'follow-up', 'contact', 'status']),
  by: person.nullable(),
  to: person.nullable(),
  followUpAt: z.string().nullable(),
  templateName: z.string().nullable(),
  status: z.string().nullable(),
  note: z.string(),
});
export type DeskEvent = z.infer<typeof event>;

/** Order of ours that a tracked one is about, with its stored amounts in rupiah. */
const storyOrder = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  status: z.enum(orderStatuses),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  subtotal: z.int(),
  discountAmount: z.int(),
  voucherCode: z.string().nullable(),
  voucherAmount: z.int(),
  uniqueCode: z.int().nullable(),
  totalAmount: z.int(),
});
export type StoryOrder = z.infer<typeof storyOrder>;

/**
 * Reads what this database knows of a tracked order, whose contents the caller names: the member with the e-mail, the
 * member's order of that course placed nearest to `placedAt`, the price of the course today, and the latest 100 events,
 * newest first.
 */
export const readStory = endpoint({
  ...reading,
  url: `${deskUrl}/:id/story/`,
  params: z.object({ id: documentId }),
  query: z.object({
    email: text(300).default(''),
    courseId: text(200).default(''),
    placedAt: instant.optional(),
  }),
  reply: z.object({
    member: person.nullable(),
    order: storyOrder.nullable(),
    /** In rupiah; null for a course of another system. */
    priceToday: z.int().nullable(),
    events: z.array(event),
  }),
});

/** Lists the users that an order can be handed over to. */
export const listDeskPeople = endpoint({
  ...reading,
  url: `${deskUrl}/people/`,
  reply: z.object({ people: z.array(person) }),
});

/** Whose an order is and when it is next; what is absent stays as it is. */
const planned = {
  /** For the caller: 409 if the order is claimed by another user or settled. Ignored beside `holder`. */
  claim: z.literal(true).optional(),
  /**
   * Hands the order over; null releases it. 403 if a third user has it, unless the caller is an admin or takes back a
   * hand-over that nothing followed; 400 for a user who may not work at the desk.
   */
  holder: idOf('user').nullable().optional(),
  /** null removes it. */
  followUpAt: instant.nullable().optional(),
};

/** All that one person did with an order; nothing is stored if a part is refused. */
const deskWork = z.object({
  ...planned,
  note: text(2000)
    .refine((note) => note.trim() !== '', 'Write something')
    .optional(),
  /**
   * The person was written to. A template sets the next follow-up unless `followUpAt` does; an unclaimed order that is
   * not settled is claimed by the caller.
   */
  contact: z.object({ templateId: idOf('desk-template').nullable() }).optional(),
});
export type DeskWork = z.input<typeof deskWork>;

/** Records work on an order. Releasing works for a deleted document, too. */
export const workOrder = endpoint({
  ...one,
  versioned: true,
  url: `${deskUrl}/:id/work/`,
  body: deskWork,
  messages: { fail: 'Nothing was saved', preferServer: true },
});

/** Maximum number of orders per call of {@link workOrders}. */
const maxWorked = 100;

const seenVersion = whole().min(1, 'From 1').max(2_147_483_647, 'Not a version');
const holding = z.object({ holder: idOf('user').nullable(), followUpAt: z.string().nullable() });

/**
 * Plans up to 100 orders, each by itself: a refused one names its reason and stays as it is. 400 for an unknown holder. `version` refuses an order
 * that was changed since. `before` is what an undo restores; orders that already were as asked are not in `changed`.
 */
export const workOrders = endpoint({
  ...all,
  method: 'POST',
  url: `${deskUrl}/work/`,
  body: z.object({
    orders: z
      .array(z.object({ id: documentId, version: seenVersion.optional(), ...planned }))
      .min(1, 'Choose an order')
      .max(maxWorked, `At most ${maxWorked} at a time`),
  }),
  reply: z.object({
    changed: z.array(z.object({ order: deskOrder, before: holding })),
    /** `order`: its state now; null if the desk has none. */
    refused: z.array(z.object({ documentId: z.string(), message: z.string(), order: deskOrder.nullable() })),
  }),
  messages: { fail: 'No order was changed', preferServer: true },
});

/** Records the stored status, which the caller has just written to the document, for the timeline and the queues. */
export const noteStatus = endpoint({
  ...one,
  url: `${deskUrl}/:id/status/`,
  messages: { fail: 'The queues do not know of the new status yet' },
});

/**
 * Updates the desk's copy and the chase order after the document was changed elsewhere. An order unknown to the desk is
 * not added to it.
 */
export const seeOrder = endpoint({
  ...one,
  url: `${deskUrl}/:id/seen/`,
  reply: z.object({}),
});

/** Reports the order that the caller is working on; repeated while they are. `readDesk` shows it to others for 15 seconds. */
export const reportPresence = endpoint({
  area: 'desk-order',
  roles: trackingRoles,
  method: 'POST',
  url: `${deskUrl}/:id/presence/`,
  params: z.object({ id: documentId }),
  body: z.object({}),
  reply: z.object({}),
});
