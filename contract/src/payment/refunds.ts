/** Refunds of orders: asking for one, and the queue in which they are approved and paid back (ours; domain.md, Money). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, id, idOf, idsOf, listQuery, listReply, money, name } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { sorted, withReverse } from '../kernel/sorts.ts';
import { productNames } from '../pricing/product-type.ts';
import { gateways } from './gateways.ts';
import { type RefundState, refundStates } from './refund-rules.ts';

const all = { area: 'payment', roles: ['admin', 'customer-service'] } as const;
const ofOrder = { ...all, params: byIdOf('order'), url: '/admin/orders/:id/refunds/' } as const;
const person = z.object({ userId: idOf('user'), name: z.string() }).nullable();
const state = choice(refundStates);
const counts = Object.fromEntries(Object.keys(refundStates).map((one) => [one, z.int()])) as unknown as Record<
  keyof typeof refundStates,
  z.ZodInt
>;
const amount = money.min(1, 'At least Rp1');

const account = {
  bank: field(name(0, 50).default(''), { label: 'Bank', placeholder: 'BCA' }),
  accountNumber: field(
    name(0, 30)
      .refine((text) => /^[\d. -]*$/.test(text), 'Digits alone')
      .default(''),
    { label: 'Account number' },
  ),
  accountName: field(name(0, 100).default(''), { label: 'Account holder' }),
};

/** Refund on the wire. */
export const refundRow = z.object({
  refundId: idOf('refund'),
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  buyerName: z.string(),
  amount: z.int(),
  reason: z.string(),
  removesAccess: z.boolean(),
  state,
  /** null: by bank transfer. */
  gateway: z.enum(gateways).nullable(),
  /** Method of the payment that a gateway returns. */
  method: z.string(),
  /** Id at the gateway, or number of the bank transfer; '' if unknown. */
  reference: z.string(),
  /** Account of the buyer; '' if nobody has asked for it yet. */
  bank: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  askedBy: person,
  askedAt: z.string(),
  decidedBy: person,
  decidedAt: z.string().nullable(),
  /** Reason of the gateway, or of the person who rejected or cancelled it. */
  failure: z.string(),
  doneAt: z.string().nullable(),
  /** Entry of the ledger, which is written when the money has left. */
  paymentId: id.nullable(),
  items: z.array(z.object({ productName: z.string(), amount: z.int() })),
});

/**
 * Reads the refunds of an order, oldest first, and what can still be refunded. `refundable`: what the order holds without
 * refunds that are under way; `items`: what is left of each. `free`: rupiah that need no approval any more. `gateway`: the
 * gateway that pays back at most `most` rupiah, until a moment (null: no limit is known); null: by bank transfer, with the reason.
 */
export const listOrderRefunds = endpoint({
  ...ofOrder,
  method: 'GET',
  reply: z.object({
    refunds: z.array(refundRow),
    refundable: z.int(),
    free: z.int(),
    items: z.array(
      z.object({
        productType: choice(productNames),
        productId: id,
        productName: z.string(),
        left: z.int(),
        /** Seats of a company that are open, with what was paid for all that were bought. */
        seats: z.object({ paid: z.int(), quantity: z.int(), unclaimed: z.int(), claimed: z.int() }).nullable(),
      }),
    ),
    gateway: z.object({ name: z.enum(gateways), most: z.int(), until: z.string().nullable() }).nullable(),
    transferBecause: z.string(),
  }),
});

/** Form fields of a refund; `items`: amounts by product, of which those above 0 are refunded. */
export const refundDraft = z.object({
  amount: field(amount.optional(), { label: 'Amount' }),
  items: field(
    z
      .array(z.object({ productId: id, amount: field(amount.optional(), { label: 'Amount' }) }))
      .min(1, 'Choose at least one item')
      .max(100, 'At most 100 items')
      .optional(),
    { label: 'Items' },
  ),
  reason: field(name(1, 300), { label: 'Reason', kind: 'textArea', placeholder: 'The class was moved to another day' }),
  removeAccess: field(z.boolean().default(true), { label: 'End the access to what is refunded' }),
  byTransfer: field(z.boolean().default(false), { label: 'Pay back by bank transfer' }),
  ...account,
});

/**
 * Asks for a refund: of `items`, each whole or in part, of an `amount`, or, without both, of all that is left. `status`:
 * its state. Above the limit of the brand, a second person approves; then the gateway pays it back if it can, else it
 * waits for a bank transfer. Nothing changes in the order until the money has left. 409 if more is asked for than the
 * order holds, counting refunds that are under way.
 */
export const createRefund = endpoint({
  ...ofOrder,
  method: 'POST',
  body: refundDraft,
  success: 201,
  creates: true,
  reply: z.object({ refundId: idOf('refund'), status: state }),
  messages: { ok: 'Refund requested', fail: 'The refund was not requested' },
});

/** Tabs of the queue with their states. */
export const refundViews = {
  'to-approve': ['to-approve'],
  'to-transfer': ['to-transfer'],
  'at-gateway': ['at-gateway'],
  failed: ['failed'],
  done: ['done'],
  ended: ['rejected', 'cancelled'],
  all: Object.keys(refundStates) as RefundState[],
} as const satisfies Record<string, readonly RefundState[]>;
export type RefundView = keyof typeof refundViews;
const views = Object.keys(refundViews) as [RefundView, ...RefundView[]];

const view = field(
  z
    .union([z.enum(views, 'There is no such list'), z.literal('').transform((): RefundView => 'to-approve')])
    .default('to-approve'),
  { label: 'List' },
);
const search = listQuery({}).shape.search;
/** Filter of the list. */
export const refundFilter = z.object({ search, view });

/** Lists refunds, those asked for last first; searches the order and its buyer. `counts` ignores the filter. */
export const listRefunds = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/refunds',
  metered: true,
  query: listQuery({ view, sort: sorted(withReverse('-askedAt')) }, fixedSize(20)),
  reply: listReply('refunds', refundRow).extend({ counts: z.object(counts) }),
});

const one = { area: 'payment', method: 'POST', params: byIdOf('refund') } as const;
const refunded = z.object({ refundId: idOf('refund'), status: state });

/** Approves a refund; 409 for the person who asked for it, and unless it waits for approval. */
export const approveRefund = endpoint({
  ...one,
  url: '/admin/payment/refunds/:id/approval/',
  roles: ['admin'],
  stepUp: true,
  reply: refunded,
  messages: { ok: 'Refund approved', fail: 'The refund was not approved' },
});

/** Form fields of a rejection. */
export const rejectionDraft = z.object({ note: field(name(1, 300), { label: 'Reason', kind: 'textArea' }) });

/**
 * Rejects a refund that waits for approval; of the person who asked for it, or if the money failed to leave or was not
 * transferred yet, cancels it. 409 once money may have left; 403 for customer service, except to cancel their own.
 */
export const rejectRefund = endpoint({
  ...one,
  url: '/admin/payment/refunds/:id/rejection/',
  roles: all.roles,
  body: rejectionDraft,
  reply: refunded,
  messages: { ok: 'Refund ended', fail: 'The refund was not ended' },
});

/** Tries a failed refund again: at the gateway, or by bank transfer instead. */
export const retryRefund = endpoint({
  ...one,
  url: '/admin/payment/refunds/:id/retry/',
  roles: all.roles,
  body: z.object({ byTransfer: z.boolean().default(false) }),
  reply: refunded,
  messages: { ok: 'The refund is tried again', fail: 'The refund was not tried again' },
});

/** Form fields of an account. */
export const accountDraft = z.object(account);

/** Sets the buyer's account of a refund that waits for approval or for its transfer. */
export const setRefundAccount = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/payment/refunds/:id/account/',
  roles: all.roles,
  body: accountDraft,
  reply: refunded,
  messages: { ok: 'Account saved', fail: 'The account was not saved' },
});

/**
 * Records that refunds were paid by bank transfer: writes the ledger, and sets orders of which nothing is left to
 * refunded. All or nothing; 409 unless each waits for its transfer.
 */
export const markTransferred = endpoint({
  ...all,
  roles: ['admin'],
  method: 'POST',
  url: '/admin/payment/refunds/transfers/',
  body: z.object({
    ids: idsOf('refund').max(100, 'At most 100 at a time'),
    reference: field(name(0, 100).default(''), {
      label: 'Reference',
      hint: 'Number of the transfer, or of the file that the bank took.',
    }),
  }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed refund|refunds} marked as transferred', fail: 'Nothing was marked as transferred' },
});
