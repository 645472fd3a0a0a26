/**
 * Differences between orders, ledger, gateways, bank and access (ours; domain.md, Money; decision 0122): each with what
 * mends it. A comparison finds them nightly and on demand.
 */
import { z } from 'zod';
import { accessProducts } from '../access/endpoints.ts';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, listQuery, listReply, name } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { sorted, withReverse } from '../kernel/sorts.ts';
import { orderStatuses } from '../order/status.ts';
import { paymentEntry } from './entries.ts';
import { gateways, linkStates } from './gateways.ts';

/** Kinds, most urgent first. */
export const differenceKinds = {
  'paid-unpaid': 'Paid at the gateway, unpaid here',
  'amount-differs': 'Amount differs',
  'refunded-there': 'Refunded there only',
  'money-without-order': 'Money without order',
  'paid-no-access': 'Paid without access',
} as const;
export type DifferenceKind = keyof typeof differenceKinds;
/** Kinds of money; access that is missing is listed and counted with access, too. */
export const moneyKinds = (Object.keys(differenceKinds) as DifferenceKind[]).filter(
  (kind) => kind !== 'paid-no-access',
);

/** Actions that mend differences, as their buttons name them. `none`: only an explanation. */
export const differenceActions = {
  'set-paid': 'Set paid',
  'record-part': 'Record payment',
  'record-refund': 'Record refund',
  'ask-refund': 'Ask for refund',
  match: 'Match',
  'give-access': 'Give access',
  none: '',
} as const;
export type DifferenceAction = keyof typeof differenceActions;

/** Lists: all that is open, each kind of it, what was marked as explained, and what is gone. */
export const differenceViews = { open: 'Open', ...differenceKinds, explained: 'Explained', gone: 'History' } as const;
export type DifferenceView = keyof typeof differenceViews;

export const differenceStates = ['open', 'explained', 'gone'] as const;
const by = z.string().nullable();

export const difference = z.object({
  differenceId: idOf('payment-difference'),
  kind: z.enum(Object.keys(differenceKinds) as [DifferenceKind, ...DifferenceKind[]]),
  state: z.enum(differenceStates),
  action: z.enum(Object.keys(differenceActions) as [DifferenceAction, ...DifferenceAction[]]),
  /** Rupiah that it is about. */
  amount: z.int(),
  /** Time of the payment, the refund, or the booking. */
  since: z.string(),
  /** Line of a bank statement. */
  lineId: idOf('bank-line').nullable(),
  /** null: money of a bank statement, or a tracked order. */
  order: z
    .object({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      status: z.enum(orderStatuses),
      totalAmount: z.int(),
    })
    .nullable(),
  /** Name of the buyer, or of the payer in a bank statement; '' if unknown. */
  buyer: z.string(),
  /** Reference of the payment, name of the product, or text of the statement. */
  about: z.string(),
  /** Person who mended it by its action; null: it disappeared by itself, or is open. */
  mendedBy: by,
  explained: z.object({ reason: z.string(), by }).nullable(),
});
export type Difference = z.infer<typeof difference>;

const sizes = Object.fromEntries(Object.keys(differenceViews).map((view) => [view, z.int()])) as unknown as Record<
  DifferenceView,
  z.ZodInt
>;

const area = 'payment-difference';
const roles = ['admin', 'customer-service'] as const;
const url = '/admin/payment/differences';

/**
 * Lists a view; by age or amount. Searches invoice, buyer, reference and product. The size of each view, where 10,001
 * means more than 10,000, and the state of the check ignore the filters.
 */
export const listDifferences = endpoint({
  area,
  method: 'GET',
  url: `${url}/`,
  roles,
  query: listQuery(
    {
      view: z
        .union([
          z.enum(Object.keys(differenceViews) as [DifferenceView, ...DifferenceView[]], 'There is no such list'),
          z.literal('').transform((): DifferenceView => 'open'),
        ])
        .default('open'),
      sort: sorted(withReverse('since', '-amount')),
    },
    listSize(4),
  ),
  reply: listReply('differences', difference).extend({
    counts: z.object(sizes),
    /** null: never checked. */
    checkedAt: z.string().nullable(),
    /** A check was requested in the last five minutes and has not ended, or waits for gateways. */
    isRunning: z.boolean(),
    /** Links whose gateway was asked by the check: all, and those that have not answered yet. */
    links: z.int(),
    waiting: z.int(),
  }),
});

const at = z.string();

/** Gets a difference with its evidence: what each side says of it. */
export const getDifference = endpoint({
  area,
  method: 'GET',
  url: `${url}/:id/`,
  roles,
  params: byIdOf('payment-difference'),
  reply: difference.extend({
    /** Notices of gateways and programs about the order, newest first. */
    notices: z.array(
      z.object({
        provider: z.string(),
        reference: z.string(),
        status: z.string(),
        amount: z.int(),
        method: z.string(),
        at,
        refusal: z.string().nullable(),
      }),
    ),
    links: z.array(
      z.object({
        gateway: z.enum(gateways),
        reference: z.string(),
        state: z.enum(linkStates),
        amount: z.int(),
        refunded: z.int(),
        answeredAt: at.nullable(),
      }),
    ),
    /** Entries of the order's ledger, oldest first, and what it holds by them. */
    entries: z.array(paymentEntry),
    held: z.int(),
    line: z
      .object({
        account: z.string(),
        bookedOn: z.string(),
        amount: z.int(),
        description: z.string(),
        counterparty: z.string(),
        reference: z.string(),
      })
      .nullable(),
    /** Product without access, and the member who paid it; `isTracked`: in order tracking. */
    product: z
      .object({ type: choice(accessProducts), name: z.string(), userId: idOf('user'), isTracked: z.boolean() })
      .nullable(),
  }),
});

/** Compares everything in the background, and asks the gateways about links whose answer is older than an hour. */
export const checkDifferences = endpoint({
  area,
  method: 'POST',
  url: `${url}/check/`,
  roles,
  reply: z.object({ requestedAt: z.string() }),
  messages: { fail: 'The check was not started' },
});

/** Form field of a mark. */
export const explanation = field(name(3, 200), {
  label: 'Explanation',
  placeholder: 'Returned in cash, test payment…',
});
