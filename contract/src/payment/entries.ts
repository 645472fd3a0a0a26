/** Payments of an order: its ledger, and entries by hand (domain.md, Money). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, id, idOf, link, money, name } from '../kernel/fields.ts';
import { setOrderStatus } from '../order/endpoints.ts';
import { orderStatuses } from '../order/status.ts';
import { paymentKinds } from './ledger.ts';

const area = 'order';
const { roles } = setOrderStatus;
const sums = { paid: z.int(), refunded: z.int(), due: z.int() };

/** Entry on the wire; `amount` is signed (`LedgerEntry`). */
export const paymentEntry = z.object({
  paymentId: idOf('payment'),
  kind: z.enum(paymentKinds),
  provider: z.string(),
  method: z.string(),
  /** Id of the payment at the provider or in a bank statement; '' if unknown. */
  reference: z.string(),
  amount: z.int(),
  at: z.string(),
  note: z.string(),
  /** Address of an upload. */
  evidence: z.string().nullable(),
  /** Person who recorded it; null: a program, or unknown. */
  by: z.object({ userId: idOf('user'), name: z.string() }).nullable(),
  /** Entry that an adjustment takes back. */
  reverses: id.nullable(),
  /** Payout of the gateway that it came in, or that its fee was kept from; null: none yet. */
  payout: z
    .object({
      payoutId: idOf('payout'),
      reference: z.string(),
      paidOutOn: z.string(),
      arrivedOn: z.string().nullable(),
    })
    .nullable(),
});

/** Lists the entries of an order, oldest first, with its sums. */
export const listPayments = endpoint({
  area,
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/:id/payments/',
  roles,
  scope: 'orders:read',
  params: byIdOf('order'),
  reply: z.object({ payments: z.array(paymentEntry), ...sums }),
});

const note = field(name(1, 300), {
  label: 'Note',
  hint: 'How you know that the money came, such as “seen in the BCA statement”.',
  kind: 'textArea',
});

/** Form fields of a payment that somebody records. */
export const paymentDraft = z.object({
  amount: field(money.min(1, 'At least Rp1'), { label: 'Amount', hint: 'A part leaves the order open.' }),
  method: field(name(1, 100), { label: 'Method', placeholder: 'Transfer Bank, QRIS, Tunai…' }),
  reference: field(name(0, 100).default(''), {
    label: 'Reference',
    hint: 'Number of the transfer or receipt. It is used once only.',
  }),
  note,
  evidence: field(link.nullable().default(null), {
    label: 'Evidence',
    placeholder: 'Drop the receipt here',
  }),
});

/**
 * Records a payment by hand. With all that is due, the order becomes paid, as by its status; a part leaves its status.
 * 409 if more than that is recorded, the order takes no payment, or the reference is recorded already; 400 at
 * `evidence` unless it is a PDF or picture that was uploaded here.
 */
export const recordPayment = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/orders/:id/payments/',
  roles,
  params: byIdOf('order'),
  body: paymentDraft,
  success: 201,
  creates: true,
  reply: z.object({ paymentId: idOf('payment'), status: z.enum(orderStatuses), ...sums }),
  messages: { ok: 'Payment recorded', fail: 'The payment was not recorded' },
});

/**
 * Takes back a payment that was recorded by hand and by mistake, with an entry that reverses it. 409 if the order is paid
 * by now, if the entry is no payment by hand or taken back already, or if a part of it was refunded or is being refunded.
 */
export const takePaymentBack = endpoint({
  area,
  failsAs: 500,
  method: 'POST',
  url: '/admin/orders/:id/payments/:paymentId/reversal/',
  roles,
  params: byIdOf('order').extend({ paymentId: idOf('payment') }),
  success: 201,
  creates: true,
  reply: recordPayment.reply,
  messages: { ok: 'Payment taken back', fail: 'The payment was not taken back' },
});
