/** Xendit: payments by invoices, found by our id, and the token of notifications (developers.xendit.co). */
import { z } from 'zod';
import type { PaymentState } from '#contract/payment/gateways.ts';
import type { PaymentAccounts } from '#platform/config-payment.ts';
import { HttpError } from '#platform/errors.ts';
import { type GatewayRefund, type NewPayment, type PaymentGateway, callGateway, refusedBy } from './gateway.ts';

type Account = NonNullable<PaymentAccounts['xendit']>;

const name = 'Xendit';

const rupiah = z.number().int().min(0);
/** The rest is dropped: it is about the person. */
const invoice = z.object({
  id: z.string(),
  external_id: z.string(),
  status: z.string(),
  amount: rupiah,
  paid_amount: rupiah.nullish(),
  currency: z.literal('IDR').default('IDR'),
  invoice_url: z.string(),
  payment_method: z.string().nullish(),
  payment_channel: z.string().nullish(),
  paid_at: z.string().nullish(),
});
type Invoice = z.infer<typeof invoice>;
const madeRefund = z.object({
  id: z.string(),
  reference_id: z.string().nullish(),
  status: z.string(),
  failure_code: z.string().nullish(),
});
const refundStates: Readonly<Record<string, GatewayRefund['state']>> = {
  SUCCEEDED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

const refundOf = ({ id, status, failure_code: code }: z.infer<typeof madeRefund>): GatewayRefund => ({
  state: refundStates[status] ?? 'pending',
  reference: id,
  failure: code ?? status,
});

const refused = z.object({ message: z.string() });

const states: Readonly<Record<string, PaymentState>> = {
  PENDING: 'open',
  PAID: 'paid',
  SETTLED: 'paid',
  EXPIRED: 'ended',
};
const stateOf = ({ status }: Invoice): PaymentState => states[status] ?? 'open';

/** Rank of invoices with the same id of ours, of which the gateway can have several. */
const ranks: readonly PaymentState[] = ['paid', 'open', 'ended'];
const byRank = (one: Invoice, other: Invoice) => ranks.indexOf(stateOf(one)) - ranks.indexOf(stateOf(other));

const methods: Readonly<Record<string, string>> = { CREDIT_CARD: 'Kartu Kredit', QR_CODE: 'QRIS' };

function methodOf({ payment_method: method, payment_channel: channel }: Invoice): string {
  if (method === 'BANK_TRANSFER' && channel) return `${channel} Virtual Account`.slice(0, 50);
  return (methods[method ?? ''] ?? channel ?? method ?? 'Xendit').slice(0, 50);
}

function momentOf(text: string | null | undefined): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(Math.min(at, Date.now())).toISOString();
}

const refusal = (status: number, body: unknown) =>
  refusedBy(name, refused.safeParse(body).data?.message ?? `status ${status}`);

const bodyOf = ({ reference, amount, minutes, description, buyer }: NewPayment) => ({
  external_id: reference,
  amount,
  currency: 'IDR',
  description,
  invoice_duration: minutes * 60,
  payer_email: buyer.email,
  customer: { given_names: buyer.name, email: buyer.email },
  should_send_email: false,
  locale: 'id',
});

interface Access {
  key: string;
  endpoint: string;
}

async function find({ key, endpoint }: Access, reference: string, signal?: AbortSignal): Promise<Invoice | undefined> {
  const url = `${endpoint}/v2/invoices?external_id=${encodeURIComponent(reference)}`;
  const { status, body } = await callGateway(name, url, { key, signal });
  if (status !== 200) throw refusal(status, body);
  const found = z.array(invoice.extend({ external_id: z.literal(reference) })).parse(body);
  return found.toSorted(byRank)[0];
}

/** Refund of an invoice by our key. Not by its idempotency key alone, which the gateway forgets after a day. */
async function findRefund({ key, endpoint }: Access, invoiceId: string, refundKey: string, signal?: AbortSignal) {
  const url = `${endpoint}/refunds?invoice_id=${encodeURIComponent(invoiceId)}&limit=100`;
  const { status, body } = await callGateway(name, url, { key, signal });
  if (status !== 200) throw new HttpError(503, `${name} does not list the refunds of this payment (${status})`);
  const { data } = z.object({ data: z.array(madeRefund) }).parse(body);
  return data.find(({ reference_id: id }) => id === refundKey);
}

const refundWith =
  (access: Access): PaymentGateway['refund'] =>
  async ({ payment, key: refundKey, amount }, signal) => {
    const paid = await find(access, payment, signal);
    if (!paid) return { state: 'failed', reference: '', failure: 'The payment is not known there' };
    const known = await findRefund(access, paid.id, refundKey, signal);
    if (known) return refundOf(known);
    const { status, body } = await callGateway(name, `${access.endpoint}/refunds`, {
      method: 'POST',
      key: access.key,
      headers: { 'idempotency-key': refundKey },
      body: {
        invoice_id: paid.id,
        reference_id: refundKey,
        amount,
        currency: 'IDR',
        reason: 'REQUESTED_BY_CUSTOMER',
      },
      signal,
    });
    // The same call is being worked on.
    if (status === 409) throw new HttpError(503, `${name} is still working on this refund`);
    if (status >= 300) return { state: 'failed', reference: '', failure: refusal(status, body).message };
    return refundOf(madeRefund.parse(body));
  };

export function openXendit({ secretKey: key }: Account, endpoint = 'https://api.xendit.co'): PaymentGateway {
  const access = { key, endpoint };
  return {
    async create(payment, signal) {
      // Xendit would make a second invoice with the same id.
      const known = await find(access, payment.reference, signal);
      if (known) return known.invoice_url;
      const { status, body } = await callGateway(name, `${endpoint}/v2/invoices`, {
        method: 'POST',
        key,
        body: bodyOf(payment),
        signal,
      });
      if (status >= 300) throw refusal(status, body);
      return invoice.parse(body).invoice_url;
    },
    async read(reference, signal) {
      const found = await find(access, reference, signal);
      if (!found) return undefined;
      const state = stateOf(found);
      const amount = (state === 'paid' ? found.paid_amount : undefined) ?? found.amount;
      const about = { amount, method: methodOf(found), paidAt: momentOf(found.paid_at) };
      return { state, ...about, refunded: 0, url: found.invoice_url, raw: found };
    },
    async end(reference, signal) {
      const found = await find(access, reference, signal);
      if (!found || stateOf(found) !== 'open') return;
      await callGateway(name, `${endpoint}/invoices/${found.id}/expire!`, { method: 'POST', key, signal });
    },
    refund: refundWith(access),
  };
}
