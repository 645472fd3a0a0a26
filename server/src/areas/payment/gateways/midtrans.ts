/** Midtrans: payments by Snap, their state by the Core API, and the signature of notifications (docs.midtrans.com). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { PaymentState, midtransNotification } from '#contract/payment/gateways.ts';
import type { PaymentAccounts } from '#platform/config-payment.ts';
import { isSame } from '#platform/is-same.ts';
import { type GatewayAnswer, type NewRefund, type PaymentGateway, callGateway, refusedBy } from './gateway.ts';

type Account = NonNullable<PaymentAccounts['midtrans']>;

const name = 'Midtrans';

const created = z.object({ redirect_url: z.url() });
const refused = z.object({ error_messages: z.array(z.string()) });
/** Rupiah with two decimals, which are zero. */
const rupiah = z
  .string()
  .regex(/^\d+(\.00)?$/)
  .transform(Number);

/** The rest is dropped: it can be about the person. */
const transaction = z.object({
  status_code: z.string(),
  transaction_id: z.string().optional(),
  order_id: z.string(),
  gross_amount: rupiah,
  refund_amount: rupiah.optional(),
  currency: z.literal('IDR').default('IDR'),
  payment_type: z.string(),
  transaction_status: z.string(),
  fraud_status: z.string().optional(),
  transaction_time: z.string().optional(),
  settlement_time: z.string().optional(),
  va_numbers: z.array(z.object({ bank: z.string() })).optional(),
  refunds: z
    .array(z.object({ refund_key: z.string().optional(), refund_chargeback_id: z.number().optional() }))
    .optional(),
});
type Transaction = z.infer<typeof transaction>;

const answered = z.looseObject({ status_code: z.string().optional(), status_message: z.string().optional() });
const codeOf = (body: unknown) => answered.parse(body).status_code;

const states: Readonly<Record<string, PaymentState>> = {
  // A card that was denied can be tried again on the same page.
  deny: 'open',
  failure: 'open',
  pending: 'open',
  authorize: 'open',
  capture: 'paid',
  settlement: 'paid',
  expire: 'ended',
  cancel: 'ended',
  refund: 'refunded',
  partial_refund: 'refunded',
  chargeback: 'refunded',
  partial_chargeback: 'refunded',
};

/** A card payment that is being reviewed for fraud is not paid. */
const stateOf = ({ transaction_status, fraud_status }: Transaction): PaymentState =>
  transaction_status === 'capture' && fraud_status === 'challenge' ? 'open' : (states[transaction_status] ?? 'open');

const methods: Readonly<Record<string, string>> = {
  credit_card: 'Kartu Kredit',
  gopay: 'GoPay',
  qris: 'QRIS',
  shopeepay: 'ShopeePay',
  echannel: 'Mandiri Virtual Account',
};

function methodOf({ payment_type: type, va_numbers: numbers }: Transaction): string {
  const bank = numbers?.[0]?.bank;
  return (bank ? `${bank.toUpperCase()} Virtual Account` : (methods[type] ?? type)).slice(0, 50);
}

/** `2026-11-26 16:00:00` in Jakarta. */
function momentOf(text: string | undefined): string | null {
  const at = Date.parse(`${text?.replace(' ', 'T')}+07:00`);
  return Number.isNaN(at) ? null : new Date(Math.min(at, Date.now())).toISOString();
}

/** Address of the payment's page in the answer to its creation. */
function pageOf({ status, body }: GatewayAnswer): string {
  if (status === 201) return created.parse(body).redirect_url;
  throw refusedBy(name, refused.safeParse(body).data?.error_messages.join(' ') ?? `status ${status}`);
}

interface Core {
  key: string;
  /** Address of the Core API. */
  core: string;
}

/** Transaction of a payment; undefined: until somebody chooses how to pay, there is a page, but no transaction. */
async function find({ key, core }: Core, reference: string, signal?: AbortSignal): Promise<Transaction | undefined> {
  const { status, body } = await callGateway(name, `${core}/${reference}/status`, { key, signal });
  if (status === 404 || codeOf(body) === '404') return undefined;
  return transaction.extend({ order_id: z.literal(reference) }).parse(body);
}

async function findRefund(account: Core, { payment, key: refundKey }: NewRefund, signal?: AbortSignal) {
  const found = (await find(account, payment, signal))?.refunds?.find(({ refund_key }) => refund_key === refundKey);
  return found && ({ state: 'done', reference: String(found.refund_chargeback_id ?? refundKey) } as const);
}

const refundWith =
  (account: Core): PaymentGateway['refund'] =>
  async (refund, signal) => {
    const known = await findRefund(account, refund, signal);
    if (known) return known;
    const { payment, amount, reason } = refund;
    const { body } = await callGateway(name, `${account.core}/${payment}/refund`, {
      method: 'POST',
      key: account.key,
      body: { refund_key: refund.key, amount, reason },
      signal,
    });
    // Its status decides, also about a refusal: another call with this key may have succeeded before.
    const made = await findRefund(account, refund, signal);
    if (made) return made;
    const { status_code: code, status_message: failure = `status ${code}` } = answered.parse(body);
    return code === '200' || code === '201'
      ? { state: 'pending', reference: refund.key }
      : { state: 'failed', reference: refund.key, failure };
  };

export function openMidtrans({ serverKey: key, isSandbox }: Account, endpoint: string | undefined): PaymentGateway {
  const suffix = isSandbox ? 'sandbox.midtrans.com' : 'midtrans.com';
  const snap = endpoint ? `${endpoint}/snap/v1` : `https://app.${suffix}/snap/v1`;
  const core = endpoint ? `${endpoint}/v2` : `https://api.${suffix}/v2`;
  return {
    async create({ reference, amount, minutes, buyer }, signal) {
      const duration = { unit: 'minutes', duration: minutes };
      const body = {
        transaction_details: { order_id: reference, gross_amount: amount },
        customer_details: { first_name: buyer.name, email: buyer.email },
        credit_card: { secure: true },
        expiry: duration,
        page_expiry: duration,
      };
      return pageOf(await callGateway(name, `${snap}/transactions`, { method: 'POST', key, body, signal }));
    },
    async read(reference, signal) {
      const found = await find({ key, core }, reference, signal);
      if (!found) return undefined;
      const paidAt = momentOf(found.settlement_time ?? found.transaction_time);
      const about = { amount: found.gross_amount, method: methodOf(found), paidAt };
      const isWhole = found.transaction_status === 'refund' || found.transaction_status === 'chargeback';
      const refunded = found.refund_amount ?? (isWhole ? found.gross_amount : 0);
      return { state: stateOf(found), ...about, refunded, url: null, raw: found };
    },
    async end(reference, signal) {
      await callGateway(name, `${core}/${reference}/expire`, { method: 'POST', key, signal });
    },
    refund: refundWith({ key, core }),
  };
}

/** Whether a notification was signed with the server key. */
export function isFromMidtrans(notice: ValidatedInput<typeof midtransNotification>['body'], { serverKey }: Account) {
  const { order_id, status_code, gross_amount, signature_key } = notice;
  const signed = createHash('sha512').update(order_id + status_code + gross_amount + serverKey);
  return isSame(signature_key.toLowerCase(), signed.digest('hex'));
}
