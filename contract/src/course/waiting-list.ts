/** Waiting list of a course: people in order, and offers of free places with a deadline (domain.md, Cohorts; docs/decisions/0133). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, idsOf, listQuery, listReply, text, whole } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';

/** States of entries. `paid`: gets the next free place without an offer; `skipped`: no place is offered by itself. */
export const waitingStates = { paid: 'Paid', waiting: 'Waiting', offered: 'Offered', skipped: 'Skipped' } as const;

/** Reasons why a person is skipped when a place is passed on. */
export const skipReasons = {
  expired: 'did not take the place in time',
  inactive: 'the account is inactive',
} as const;

/** Ways of an offer: a mail that is sent at once, or a message that staff send on WhatsApp. */
export const offerWays = { mail: 'E-mail', link: 'WhatsApp' } as const;

/** Places of a course. `held`: by whom no place is taken yet; a person with an offer and an order holds one. */
export const coursePlaces = z.object({
  /** null: no limit. */
  capacity: z.int().nullable(),
  taken: z.int(),
  held: z.object({ offers: z.int(), orders: z.int(), codes: z.int() }),
  /** null: no limit. */
  free: z.int().nullable(),
});

const entry = z.object({
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** Number in the list, from 1. */
  position: z.int(),
  state: choice(waitingStates),
  addedAt: z.string(),
  note: z.string(),
  /** Paid order for which no place was left. */
  order: z.object({ id: idOf('order'), invoiceNumber: z.string() }).nullable(),
  /** Order of this course that is not paid yet. */
  openOrder: z.object({ id: idOf('order'), invoiceNumber: z.string() }).nullable(),
  /** The last offer. `reason`: why people before were passed over, if any. */
  offer: z.object({ endsAt: z.string(), by: choice(offerWays), hours: z.int(), reason: z.string() }).nullable(),
  skipped: choice(skipReasons).nullable(),
  /** Last person behind who was offered a place first, and why. */
  passedOver: z.object({ name: z.string(), reason: z.string() }).nullable(),
});
export type WaitingEntry = z.output<typeof entry>;

const one = { area: 'course', roles: ['admin'], params: byIdOf('course') } as const;
const url = '/admin/course/:id/waiting-list/';
const person = z.object({ userId: idOf('user') });
const note = field(text(300).trim().default(''), { label: 'Note', placeholder: 'Why they wait, or what was agreed' });
/** Form fields of a person who is added. */
export const waitingDraft = z.object({ userId: field(idOf('user'), { label: 'Member' }), note });
const changed = z.object({ changed: z.int() });

/**
 * Lists who waits, in order: first those who paid, then by the time at which they were added. Orders are null for
 * callers who may not read orders.
 */
export const listWaiting = endpoint({
  ...one,
  roles: ['admin', 'instructor'],
  method: 'GET',
  url,
  query: listQuery({}, listSize(2)),
  reply: listReply('entries', entry).extend({ places: coursePlaces }),
});

/**
 * Adds members at the end, all or none; those who are in the course or wait already are left out. 400 for users who are no members.
 */
export const addWaiting = endpoint({
  ...one,
  method: 'POST',
  url,
  body: z.union([waitingDraft, z.object({ userIds: idsOf('user'), note })]),
  reply: changed,
  messages: { ok: 'Added to the waiting list: {changed}', fail: 'They were not added to the waiting list' },
});

/** Removes a person; a place that was offered to them is free again. 409 if they do not wait. */
export const removeWaiting = endpoint({
  ...one,
  method: 'DELETE',
  url,
  body: person,
  reply: changed,
  messages: { ok: 'Removed from the waiting list', fail: 'They were not removed from the waiting list' },
});

/** Puts a person who left the list back where they were, without an offer. 409 if they never waited, wait, or are in the course. */
export const restoreWaiting = endpoint({
  ...one,
  method: 'POST',
  url: `${url}restore/`,
  body: person,
  reply: changed,
  messages: { ok: 'Back on the waiting list', fail: 'They were not put back on the waiting list' },
});

/** Form fields of an offer. */
export const offerDraft = z.object({
  hours: field(whole().min(1, 'From 1 to 336 hours').max(336, 'From 1 to 336 hours').default(48), {
    label: 'Hours to answer',
    hint: 'The place is held for them. Then it is offered to the next person for the same time, by e-mail.',
  }),
  by: field(choice(offerWays).default('mail'), { label: 'Sent by' }),
  reason: field(text(300).trim().default(''), {
    label: 'Why before the others',
    hint: 'Shown to your team beside those who are passed over.',
  }),
});

/**
 * Holds a free place for a person until `endsAt`, and mails it to them if `by` is mail. They take it by being assigned, or by an order.
 * 400 at `reason` if it is missing and somebody waits before them; 409 if no place is free, or if the person does not
 * wait, paid, or has an offer already.
 */
export const offerPlace = endpoint({
  ...one,
  method: 'POST',
  url: `${url}offer/`,
  body: person.extend(offerDraft.shape),
  reply: z.object({ endsAt: z.string() }),
  messages: { ok: 'Place offered', fail: 'The place was not offered' },
});

/** Takes an offer back; the person waits on at their place. 409 if they have none. */
export const withdrawOffer = endpoint({
  ...one,
  method: 'DELETE',
  url: `${url}offer/`,
  body: person,
  reply: changed,
  messages: { ok: 'Offer taken back', fail: 'The offer was not taken back' },
});

/** Offer in words, after a greeting; `until`: moment in words. */
export const offerText = (course: string, until: string): string =>
  `ada tempat untuk Anda di ${course}. Tempat ini kami simpan sampai ${until}. Balas pesan ini untuk mengambilnya; setelah itu tempat ditawarkan kepada orang berikutnya.`;
