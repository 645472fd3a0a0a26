/**
 * Desk of order tracking (not in the spec; docs/decisions/0046): claims, follow-ups, notes and contacts of tracked orders.
 * Its records have the ids of the Firestore documents. The server reads the stored document for each change
 * (docs/decisions/0060): 404 if there is none, 503 if it cannot be read.
 */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { idOf, instant, isPlainText, listQuery, listReply, text, textOf, version } from '../kernel/fields.ts';
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
const versioned = { ...one, versioned: true } as const;
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

/** Lists the latest 100 events of an order, newest first. */
export const deskTimeline = endpoint({
  ...reading,
  url: `${deskUrl}/:id/timeline/`,
  params: z.object({ id: documentId }),
  reply: z.object({ events: z.array(event) }),
});

/** Lists the users that an order can be handed over to. */
export const listDeskPeople = endpoint({
  ...reading,
  url: `${deskUrl}/people/`,
  reply: z.object({ people: z.array(person) }),
});

/** Claims an order; 409 if it is claimed by another user or settled. */
export const claimOrder = endpoint({
  ...one,
  url: `${deskUrl}/:id/claim/`,
  messages: { fail: 'The order was not claimed', preferServer: true },
});

/**
 * Releases an order, whether or not its document still exists; 403 if another user has claimed it and the caller is no
 * admin.
 */
export const releaseOrder = endpoint({
  ...versioned,
  url: `${deskUrl}/:id/release/`,
  messages: { fail: 'The order was not released', preferServer: true },
});

/**
 * Hands an order over to another user; 403 if it is claimed by a third one and the caller is no admin. 400 for a user
 * who may not work at the desk.
 */
export const handOverOrder = endpoint({
  ...versioned,
  url: `${deskUrl}/:id/hand-over/`,
  body: z.object({ userId: idOf('user') }),
  messages: { ok: 'Order handed over', fail: 'The order was not handed over', preferServer: true },
});

/** Replaces the note of an order. */
export const noteOrder = endpoint({
  ...one,
  url: `${deskUrl}/:id/note/`,
  body: z.object({ note: text(2000).refine((note) => note.trim() !== '', 'Write something') }),
  messages: { ok: 'Note saved', fail: 'The note was not saved' },
});

/** Sets the next follow-up; null removes it. */
export const followUpOrder = endpoint({
  ...versioned,
  url: `${deskUrl}/:id/follow-up/`,
  body: z.object({ followUpAt: instant.nullable() }),
  messages: { ok: 'Follow-up saved', fail: 'The follow-up was not saved' },
});

/**
 * Records a contact. A template can set the next follow-up; an unclaimed order that is not settled is claimed by the
 * caller.
 */
export const contactOrder = endpoint({
  ...one,
  url: `${deskUrl}/:id/contacted/`,
  body: z.object({ templateId: idOf('desk-template').nullable() }),
  messages: { fail: 'The contact was not noted' },
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
