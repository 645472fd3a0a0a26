/** Lines of bank statements: the queue of those to match with orders, and what is done with them (ours). */
import { z } from 'zod';
import { batch } from '../../batch/endpoints.ts';
import { choice, field } from '../../kernel/draft.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { filter, idOf, listQuery, listReply, text } from '../../kernel/fields.ts';
import { listSize } from '../../kernel/page-size.ts';
import { sorted, withReverse } from '../../kernel/sorts.ts';
import { orderStatuses } from '../../order/status.ts';
import { bankRoles, banks, byLine } from './statements.ts';

export const lineStates = { open: 'To match', matched: 'Matched', ignored: 'Ignored' } as const;
export type LineState = keyof typeof lineStates;

/** Reasons to ignore a line. `out`: money that went out, ignored by the import. */
export const ignoreReasons = {
  income: 'Other income',
  payout: 'Payout of a gateway',
  own: 'Between own accounts',
  back: 'Returned to the payer',
  salary: 'Salary',
  interest: 'Interest or fee of the bank',
  out: 'Money out',
  other: 'Other',
} as const;
export type IgnoreReason = keyof typeof ignoreReasons;

/** Order that a line may pay, with what speaks for it and what differs, in words. */
const candidate = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  buyerName: z.string(),
  status: z.enum(orderStatuses),
  /** Rupiah that are left to pay. */
  due: z.int(),
  reasons: z.array(z.string()),
  differences: z.array(z.string()),
});
export type Candidate = z.infer<typeof candidate>;

export const bankLineRow = z.object({
  bankLineId: idOf('bank-line'),
  statementId: idOf('bank-statement'),
  bank: choice(banks),
  account: z.string(),
  bookedOn: z.string(),
  /** Rupiah, signed: what came in is above 0. */
  amount: z.int(),
  description: z.string(),
  counterparty: z.string(),
  reference: z.string(),
  state: choice(lineStates),
  order: z.object({ orderId: idOf('order'), invoiceNumber: z.string(), buyerName: z.string() }).nullable(),
  reason: choice(ignoreReasons).nullable(),
  note: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
});

const line = bankLineRow.extend({
  /** Orders that an open line may pay, best first; none is chosen. */
  candidates: z.array(candidate),
});
export type BankLine = z.infer<typeof line>;

const one = { ...bankRoles, params: byLine, reply: line } as const;

/**
 * Lists the lines of a state, with candidates of those to match; searches text, payer, reference and amount. The size of
 * each state, where 10,001 means more than 10,000, ignores the search.
 */
export const listBankLines = endpoint({
  ...bankRoles,
  method: 'GET',
  url: '/admin/payment/bank-lines',
  query: listQuery(
    {
      state: z
        .union([
          z.enum(Object.keys(lineStates) as [LineState, ...LineState[]], 'There is no such state'),
          z.literal('').transform((): LineState => 'open'),
        ])
        .default('open'),
      statementId: filter(idOf('bank-statement'), 'Statement'),
      sort: sorted(withReverse('-bookedOn', '-amount')),
    },
    listSize(4),
  ),
  reply: listReply('lines', line).extend({
    counts: z.object({ open: z.int(), matched: z.int(), ignored: z.int() }),
  }),
});

export const getBankLine = endpoint({ ...one, method: 'GET', url: '/admin/payment/bank-lines/:id/' });

/**
 * Matches a line with an order: records its payment, on the day of the line. With all that is due the order becomes
 * paid; with less, its status stays. 409 if somebody decided on the line before, more came in than is due, or the
 * order takes no payment.
 */
export const matchLine = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/payment/bank-lines/:id/match/',
  body: z.object({ orderId: idOf('order') }),
  messages: { ok: 'Matched, and its payment recorded', fail: 'The line was not matched', preferServer: true },
});

/** Form fields of ignoring a line. */
export const ignoreDraft = z.object({
  reason: field(choice(ignoreReasons), { label: 'Reason' }),
  note: field(text(200).default(''), { label: 'Note' }),
});

/** Ignores a line that pays no order. 409 if somebody decided on it before. */
export const ignoreLine = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/payment/bank-lines/:id/ignore/',
  body: ignoreDraft,
  messages: { ok: 'Ignored', fail: 'The line was not ignored', preferServer: true },
});

/**
 * Puts a line back into the queue; of a matched one, takes its payment back, with the access that it gave. 409 if the
 * ledger does not allow it: a refund of it stands, or the order was paid with other payments since.
 */
export const reopenLine = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/payment/bank-lines/:id/reopen/',
  messages: { ok: 'Back in the queue', fail: 'It was not undone', preferServer: true },
});

/** Upper limit of the matches in a preview; the rest is counted. */
export const maxShownMatches = 100;

/**
 * Previews the unambiguous matches: the exact amount with the unique code, one order, one line, and the name agrees.
 * `seen` stands for exactly these.
 */
export const previewMatches = endpoint({
  ...bankRoles,
  method: 'GET',
  url: '/admin/payment/bank-lines/matches/',
  reply: z.object({
    total: z.int(),
    amount: z.int(),
    matches: z.array(bankLineRow.omit({ order: true }).extend({ order: candidate })),
    seen: z.string(),
  }),
});

/** Accepts the unambiguous matches as a batch, which can be undone. 409 if they are no longer those that were `seen`. */
export const startMatches = endpoint({
  ...bankRoles,
  method: 'POST',
  url: '/admin/payment/bank-lines/matches/',
  success: 201,
  creates: true,
  body: z.object({ seen: text(100) }),
  reply: batch,
  messages: { fail: 'Nothing was matched', preferServer: true },
});
