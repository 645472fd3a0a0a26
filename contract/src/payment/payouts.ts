/** Payouts of gateways: their lines, import, bank lines that they arrived with, and the journal of a month (ours). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, day, filter, idOf, listQuery, listReply, searchField, text } from '../kernel/fields.ts';
import { fixedSize, listSize } from '../kernel/page-size.ts';
import { sorted, withReverse } from '../kernel/sorts.ts';
import { gatewayNames } from './gateways.ts';

export const lineKinds = { payment: 'Payment', refund: 'Refund', chargeback: 'Chargeback', other: 'Other' } as const;
export type LineKind = keyof typeof lineKinds;

/** Results of comparing a line with the ledger. */
export const lineStates = {
  agrees: 'Agrees',
  amount: 'Another amount here',
  missing: 'No such payment here',
  foreign: 'Not ours',
} as const;
export type LineState = keyof typeof lineStates;

export const payoutStates = { agrees: 'Agrees', differs: 'Does not agree' } as const;
export const arrivals = { arrived: 'At the bank', waiting: 'Not at the bank' } as const;

const provider = choice(gatewayNames);
const all = { area: 'payment', roles: ['admin'] } as const;

/** Sums of lines in rupiah. */
const sums = { gross: z.int(), fees: z.int(), net: z.int(), lines: z.int() };

export const payoutRow = z.object({
  payoutId: idOf('payout'),
  provider,
  /** Id of the payout at the gateway; of Xendit, the day. */
  reference: z.string(),
  paidOutOn: z.string(),
  ...sums,
  orders: z.int(),
  /** Lines of this brand that the ledger lacks, or has with another amount. */
  differing: z.int(),
  /** Day on which it is in a bank statement; null: not accepted yet. */
  arrivedOn: z.string().nullable(),
});

export const payoutFilter = z.object({
  search: searchField,
  provider: filter(provider, 'Provider'),
  state: filter(choice(payoutStates), 'State'),
  arrival: filter(choice(arrivals), 'Bank'),
  /** Any day of the month in which they were paid out. */
  month: filter(day, 'Month'),
});
const { search: _, ...filters } = payoutFilter.shape;

/** Lists payouts, latest first; searches their references. */
export const listPayouts = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/payouts',
  query: listQuery({ ...filters, sort: sorted(withReverse('-paidOutOn', '-net')) }, listSize(2)),
  reply: listReply('payouts', payoutRow),
});

const bankLine = z.object({
  bankLineId: idOf('bank-line'),
  bookedOn: z.string(),
  account: z.string(),
  amount: z.int(),
  description: z.string(),
});

/**
 * Reads a payout. `bankLine`: the line of a bank statement that it arrived with; `proposals`: open lines of the same
 * amount that it may have arrived with, best first, with their reasons; none once a line is accepted.
 */
export const getPayout = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/payouts/:id/',
  params: byIdOf('payout'),
  reply: payoutRow.extend({
    /** Sums of the lines that are not ours. */
    foreign: z.object({ lines: z.int(), net: z.int() }),
    bankLine: bankLine.nullable(),
    proposals: z.array(bankLine.extend({ reasons: z.array(z.string()) })),
  }),
});

export const payoutLine = z.object({
  lineId: idOf('payout-line'),
  kind: choice(lineKinds),
  state: choice(lineStates),
  reference: z.string(),
  at: z.string(),
  gross: z.int(),
  fee: z.int(),
  net: z.int(),
  /** Amount that the ledger has; null: none. */
  recorded: z.int().nullable(),
  order: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), buyer: z.string() }).nullable(),
});

/** Lists the lines of a payout by time; searches reference, invoice and buyer. */
export const listPayoutLines = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/payouts/:id/lines/',
  metered: true,
  params: byIdOf('payout'),
  query: listQuery(
    { state: filter(choice(lineStates), 'State'), kind: filter(choice(lineKinds), 'Kind') },
    fixedSize(20),
  ),
  reply: listReply('lines', payoutLine),
});

/** Compares a payout with the ledger again, also after a difference was mended. */
export const matchPayout = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/payouts/:id/match/',
  params: byIdOf('payout'),
  reply: z.object({ differing: z.int() }),
  messages: { ok: 'Compared again: {differing line differs|lines differ}', fail: 'The payout was not compared' },
});

/** Accepts the bank line that a payout arrived with; null: takes that back. 409 if the line has another amount or use. */
export const setArrival = endpoint({
  ...all,
  method: 'PUT',
  url: '/admin/payment/payouts/:id/bank-line/',
  params: byIdOf('payout'),
  body: z.object({ bankLineId: idOf('bank-line').nullable() }),
  reply: z.object({ arrivedOn: z.string().nullable() }),
  messages: { ok: 'Bank line saved', fail: 'The bank line was not saved' },
});

/** Upper limits of a file: bytes, and rows below the headings. */
export const maxPayoutBytes = 10 * 1024 * 1024;
export const maxPayoutRows = 20_000;

const importForm = z.object({
  provider: field(provider, { label: 'Gateway' }),
  /** Field of each column in order, separated by commas, '' for none. Default: as recognised. */
  columns: text(2000).optional(),
});
export type PayoutForm = z.output<typeof importForm>;

const planned = z.object({
  reference: z.string(),
  paidOutOn: z.string(),
  ...sums,
  /** Lines that the import adds, corrects, and leaves as they are. */
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
});
const preview = z.object({
  columns: z.array(z.object({ heading: z.string(), field: z.string(), samples: z.array(z.string()) })),
  /** Labels of columns that the file lacks; nothing is compared without them. */
  missing: z.array(z.string()),
  payouts: z.array(planned),
  /** Rows that are left out, with the reason. */
  faults: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** Stands for exactly these results: sent with the import, which does nothing else. */
  seen: z.string(),
});
export type PayoutPreview = z.infer<typeof preview>;

const file = { ...all, method: 'POST', filePart: { name: 'file', max: maxPayoutBytes, maxFieldBytes: 4000 } } as const;

/** Compares a gateway's file of payouts with what is there; nothing is saved. 400 for files that cannot be read. */
export const previewPayouts = endpoint({
  ...file,
  url: '/admin/payment/payouts/preview/',
  body: importForm,
  reply: preview,
  messages: { fail: 'The file was not read', preferServer: true },
});

/**
 * Imports a gateway's file of payouts, in one transaction; the same file again changes nothing. 409 if the result would
 * differ from what was `seen`, or if there is nothing to import.
 */
export const importPayouts = endpoint({
  ...file,
  url: '/admin/payment/payouts/',
  success: 201,
  body: importForm.extend({ seen: text(100) }),
  reply: z.object({ payouts: z.int(), added: z.int(), changed: z.int(), differing: z.int() }),
  messages: { ok: '{payouts payout|payouts} imported', fail: 'Nothing was imported', preferServer: true },
});

/**
 * Reads whether payouts can be fetched, and whether they are now. `setUp`: what an operator has to do first; null:
 * nothing. `failure`: why the last fetch failed; while it is still fetching, it is tried again.
 */
export const getPayoutSource = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/payouts/source/',
  reply: z.object({ setUp: z.string().nullable(), isFetching: z.boolean(), failure: z.string().nullable() }),
});

/** Has the payouts of the last 31 days fetched from Xendit by a job. 409 without an account. */
export const fetchPayouts = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/payouts/fetch/',
  success: 202,
  body: z.object({}),
  reply: z.object({}),
  messages: { ok: 'Payouts are being fetched from Xendit', fail: 'Nothing was fetched', preferServer: true },
});

/** Filter of the journal: any day of its month. */
export const journalFilter = z.object({ month: field(day, { label: 'Month' }) });

const journalRow = z.object({
  day: z.string(),
  /** Account, such as `Sales` or `Receivable at Midtrans`. */
  account: z.string(),
  text: z.string(),
  debit: z.int(),
  credit: z.int(),
});
export type JournalRow = z.infer<typeof journalRow>;

/**
 * Makes the journal of a month by day, whose debits equal its credits on each day (docs/decisions/0123). Requires
 * step-up; listed under *Exports*.
 */
export const exportJournal = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/payouts/journal/',
  stepUp: true,
  body: journalFilter,
  reply: z.object({ rows: z.array(journalRow) }),
  messages: { fail: 'The journal was not made' },
});
