/** Companies that buy seats for their people, the seats with who claimed them, and mails to their contacts (ours). */
import { z } from 'zod';
import { isPrintable } from '../certificate/rules.ts';
import { field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, email, filter, flag, idOf, listQuery, listReply, name, text } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';
import { npwp } from '../payment/tax-number.ts';

const roles = ['admin', 'customer-service'] as const;

/** Form fields. */
export const companyDraft = z.object({
  name: field(name(3, 150).refine(isPrintable, 'Has letters that a paper cannot print: write it in Latin letters'), {
    label: 'Name',
    hint: 'As invoices name it.',
  }),
  npwp: field(npwp.default(''), { label: 'NPWP', placeholder: '01.234.567.8-901.000' }),
  address: field(text(300).default(''), { label: 'Address', kind: 'textArea' }),
  email: field(email, { label: 'Billing e-mail', hint: 'Invoices are sent to it.' }),
  contactId: field(idOf('user').nullable().default(null), {
    label: 'Contact person',
    hint: 'A member. Codes of seats and reminders are sent to them.',
  }),
  note: field(text(2000).default(''), { label: 'Note', hint: 'For your team.', kind: 'textArea' }),
});

const count = z.int().min(0);

/** Endpoints of companies. `seats`: of paid orders; `unusedSeats`: those that can be claimed now. */
export const companies = recordEndpoints({
  kind: 'company',
  rows: 'companies',
  roles,
  draft: companyDraft,
  sorts: withReverse('-createdAt', 'name', '-updatedAt'),
  filters: {
    hasUnusedSeats: filter(flag, 'Unused seats'),
    hasUnpaidOrders: filter(flag, 'Unpaid orders'),
  },
  more: {
    contact: z.object({ id: idOf('user'), name: z.string(), email: z.string(), phoneNumber: z.string() }).nullable(),
    totalOrders: count,
    unpaidOrders: count,
    seats: count,
    unusedSeats: count,
  },
  detail: {
    /** End of the unused seat that ends first. */
    seatsEnd: z.string().nullable(),
    /** Latest mails of each kind. */
    codesSentAt: z.string().nullable(),
    remindedAt: z.string().nullable(),
  },
  messages: {
    create: { ok: 'Company created', fail: 'The company was not created' },
    update: { ok: 'Company saved', fail: 'The company was not saved' },
    remove: { ok: 'Company deleted', fail: 'The company was not deleted' },
  },
});

const byId = { area: 'company', roles, params: byIdOf('company') } as const;
const ofOrder = { orderId: filter(idOf('order'), 'Order') };

export const seatStates = { unused: 'Unused', claimed: 'Claimed', ended: 'Ended', closed: 'Closed' } as const;
export type SeatState = keyof typeof seatStates;

/** Seat of a paid order. */
export const seat = z.object({
  code: z.string(),
  productName: z.string(),
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  /** `closed`: the order is paid no longer, or the codes were switched off. */
  state: z.enum(['unused', 'claimed', 'ended', 'closed']),
  endsAt: z.string().nullable(),
  /** Member who claimed it, with the order that did; null: nobody. */
  claim: z
    .object({
      user: z.object({ id: idOf('user'), name: z.string(), email: z.string() }),
      orderId: idOf('order'),
      claimedAt: z.string(),
    })
    .nullable(),
});

export type Seat = z.output<typeof seat>;

/** Lists the seats of a company's orders that were paid, the newest order first; searches code and member. */
export const listSeats = endpoint({
  ...byId,
  method: 'GET',
  url: '/admin/company/:id/seats/',
  query: listQuery({ ...ofOrder, isClaimed: filter(flag, 'Claimed') }, listSize(2)),
  reply: listReply('seats', seat).extend({ unused: count, claimed: count }),
});

/** Gets all seats, for an export; of one order, or of all. */
export const readSeats = endpoint({
  ...byId,
  method: 'GET',
  url: '/admin/company/:id/seats/all/',
  query: z.object(ofOrder),
  reply: z.object({ seats: z.array(seat) }),
});

const mailTo = {
  ...byId,
  method: 'POST',
  success: 202,
  creates: true,
  body: z.object({ orderId: idOf('order').nullable().default(null) }),
  reply: z.object({ email: z.string() }),
} as const;

/** Sends the codes of seats, of one order or all, to the contact; else to the billing address. 409 if there are none. */
export const sendCodes = endpoint({
  ...mailTo,
  url: '/admin/company/:id/codes/',
  messages: { ok: 'Codes sent to {email}', fail: 'The codes were not sent' },
});

/** Reminds the contact of unused seats, with their number and end. 409 if there are none, or a reminder was sent today. */
export const remindCompany = endpoint({
  ...mailTo,
  url: '/admin/company/:id/reminder/',
  messages: { ok: 'Reminder sent to {email}', fail: 'The reminder was not sent' },
});
