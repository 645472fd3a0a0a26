/**
 * The desk of order tracking (ours; docs/decisions/0048): who follows a tracked order up, when next, and what was done.
 * Its records have the ids of the documents, which the browser reads elsewhere; each call tells what the document says,
 * for the server may not be able to read it.
 */
import { z } from 'zod';
import { idOf, instant, isPlainText, listQuery, listReply, text, textOf, version } from './fields.ts';
import { endpoint } from './kernel.ts';
import { orderStatuses } from './order-status.ts';
import { trackingRoles } from './order-tracking.ts';
import { listSize } from './page-size.ts';

/** A document whose id is longer, or no plain text, has no desk. */
export const longestDeskId = 150;
/** As many as the largest page has. */
export const mostDeskIds = 100;

const refusedId = 'This is not the id of an order';
const isDocumentId = (id: string) => id !== '' && !id.includes('/') && !/^\.\.?$|^__.*__$/s.test(id);
const documentId = textOf('text', text(longestDeskId).refine(isDocumentId, refusedId));

/** Whether an order with this id can be worked on at the desk. */
export const hasDesk = (id: string): boolean =>
  id.length <= longestDeskId && isPlainText(id) && id === id.normalize('NFC') && isDocumentId(id);

/** What the document says: null is what is not known here. */
const told = z.object({
  status: z.enum(orderStatuses).nullable(),
  orderedAt: instant.nullable(),
  userEmail: text(300),
  servicePhone: text(128),
});
export type ToldOrder = z.input<typeof told>;

/** A status is settled when nothing is left to follow up. */
export const settledStatuses: readonly string[] = ['paid', 'cancelled', 'refunded'];

const person = z.object({ userId: idOf('user'), name: z.string() });

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

/** The queues that this database keeps; *Unpaid* and *Unclaimed* are read from the documents. */
export const deskQueues = ['mine', 'overdue', 'contacted'] as const;

const all = { area: 'desk-order', roles: trackingRoles } as const;
const url = '/admin/order-tracking/desk';
const reading = { ...all, method: 'GET' } as const;
const one = { ...all, method: 'POST', params: z.object({ id: documentId }), reply: deskOrder } as const;
const versioned = { ...one, versioned: true } as const;
const narrowing = {
  email: text(300).default(''),
  handledBy: text(128).default(''),
  since: instant.optional(),
};

/** A queue: *mine* and *overdue* by the next follow-up, *contacted* by the oldest contact. */
export const listDesk = endpoint({
  ...reading,
  url: `${url}/`,
  query: listQuery({ queue: z.enum(deskQueues).default('mine'), ...narrowing }, listSize(2)).omit({ search: true }),
  reply: listReply('orders', deskOrder),
});

/** How many are in each queue; `claimed` are unpaid and somebody's. A figure of 10,001 is more than 10,000. */
export const countDesk = endpoint({
  ...reading,
  url: `${url}/counts/`,
  reply: z.object({ mine: z.int(), overdue: z.int(), contacted: z.int(), claimed: z.int() }),
});

/** The unpaid orders that are somebody's, which *Unclaimed* leaves out; at most 10,000. */
export const listClaimed = endpoint({
  ...reading,
  url: `${url}/claimed/`,
  query: z.object(narrowing),
  reply: z.object({ claimed: z.array(z.object({ documentId: z.string(), orderedAt: z.string().nullable() })) }),
});

/** What the desk knows of these orders: ids with a slash between, which no id has. Those never worked on are left out. */
export const readDesk = endpoint({
  ...reading,
  url: `${url}/states/`,
  query: z.object({ ids: text(mostDeskIds * (longestDeskId + 1)) }),
  reply: z.object({ orders: z.array(deskOrder) }),
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

/** What was done at the desk, the newest first, at most 100. */
export const deskTimeline = endpoint({
  ...reading,
  url: `${url}/:id/timeline/`,
  params: z.object({ id: documentId }),
  reply: z.object({ events: z.array(event) }),
});

/** Who may work at the desk: an order can be handed over to them. */
export const listDeskPeople = endpoint({
  ...reading,
  url: `${url}/people/`,
  reply: z.object({ people: z.array(person) }),
});

/** Takes an order: 409 where somebody else has it, or where it is settled. */
export const claimOrder = endpoint({
  ...one,
  url: `${url}/:id/claim/`,
  body: z.object({ told }),
  messages: { fail: 'The order was not claimed', preferServer: true },
});

export const releaseOrder = endpoint({
  ...versioned,
  url: `${url}/:id/release/`,
  body: z.object({ told }),
  messages: { fail: 'The order was not released', preferServer: true },
});

/** Gives an order to a colleague: 403 where somebody else has it, unless an admin does it. */
export const handOverOrder = endpoint({
  ...versioned,
  url: `${url}/:id/hand-over/`,
  body: z.object({ told, userId: idOf('user') }),
  messages: { ok: 'Order handed over', fail: 'The order was not handed over', preferServer: true },
});

export const noteOrder = endpoint({
  ...one,
  url: `${url}/:id/note/`,
  body: z.object({ told, note: text(2000).refine((note) => note.trim() !== '', 'Write something') }),
  messages: { ok: 'Note saved', fail: 'The note was not saved' },
});

/** Sets the next follow-up; null: there is none. */
export const followUpOrder = endpoint({
  ...versioned,
  url: `${url}/:id/follow-up/`,
  body: z.object({ told, followUpAt: instant.nullable() }),
  messages: { ok: 'Follow-up saved', fail: 'The follow-up was not saved' },
});

/** Somebody was written to, with a template or none; what is nobody's becomes the caller's. */
export const contactOrder = endpoint({
  ...one,
  url: `${url}/:id/contacted/`,
  body: z.object({ told, templateId: idOf('desk-template').nullable() }),
  messages: { fail: 'The contact was not noted' },
});

/** The status of the document was set: for the timeline and the queues. `told` says the new one. */
export const noteStatus = endpoint({
  ...one,
  url: `${url}/:id/status/`,
  body: z.object({ told, status: z.enum(orderStatuses) }),
  messages: { fail: 'The queues do not know of the new status yet' },
});

/** The document says something else than the desk knows: it was changed elsewhere. */
export const seeOrder = endpoint({
  ...one,
  url: `${url}/:id/seen/`,
  body: z.object({ told }),
  reply: z.object({}),
});
