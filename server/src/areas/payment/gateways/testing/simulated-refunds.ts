/** Refunds of the simulator, as the two gateways answer about them: one of each key, and never more than was paid. */
import { randomUUID } from 'node:crypto';

export interface SimulatedRefund {
  id: string;
  key: string;
  amount: number;
  status: 'SUCCEEDED' | 'PENDING' | 'FAILED';
}

interface Refunded {
  paid: number;
  refunds: SimulatedRefund[];
}

type Answer = [status: number, body: object];

export const refundedOf = ({ refunds }: Refunded): number =>
  refunds.reduce((sum, { amount, status }) => (status === 'FAILED' ? sum : sum + amount), 0);

/** Adds a refund, or finds the one with this key; undefined: more than is left. */
function addRefund(payment: Refunded, key: string, amount: number, status: SimulatedRefund['status']) {
  const known = payment.refunds.find((one) => one.key === key);
  if (known) return known;
  if (amount > payment.paid - refundedOf(payment)) return undefined;
  const refund = { id: `rfd-${randomUUID()}`, key, amount, status };
  payment.refunds.push(refund);
  return refund;
}

/** Status of a transaction at Midtrans with its refunds. */
export function midtransRefunds(payment: Refunded): object {
  const made = payment.refunds.filter(({ status }) => status === 'SUCCEEDED');
  if (made.length === 0) return {};
  return {
    transaction_status: refundedOf(payment) < payment.paid ? 'partial_refund' : 'refund',
    refund_amount: `${refundedOf(payment)}.00`,
    refunds: made.map(({ key, amount }, n) => ({
      refund_chargeback_id: n + 1,
      refund_key: key,
      refund_amount: `${amount}.00`,
    })),
  };
}

/** Answer of Midtrans to `POST /v2/{id}/refund`. */
export function refundAtMidtrans(payment: Refunded, text: string, status: SimulatedRefund['status']): Answer {
  const { refund_key: key, amount } = JSON.parse(text) as { refund_key: string; amount: number };
  if (status === 'FAILED') return [200, { status_code: '418', status_message: 'Refund was denied by the issuer' }];
  return addRefund(payment, key, amount, status)
    ? [200, { status_code: '200', status_message: 'Success, refund request is approved', refund_key: key }]
    : [200, { status_code: '414', status_message: 'Refund amount exceeds the payment' }];
}

const xenditBody = ({ id, key, amount, status }: SimulatedRefund) => ({
  id,
  reference_id: key,
  amount,
  currency: 'IDR',
  status,
  failure_code: status === 'FAILED' ? 'REFUND_FAILED' : null,
});

/** Answer of Xendit to `GET /refunds?invoice_id=`. */
export const listAtXendit = ({ refunds }: Refunded): Answer => [
  200,
  { data: refunds.map(xenditBody), has_more: false },
];

/** Answer of Xendit to `POST /refunds`. */
export function refundAtXendit(payment: Refunded, text: string, status: SimulatedRefund['status']): Answer {
  const { reference_id: key, amount } = JSON.parse(text) as { reference_id: string; amount: number };
  const made = addRefund(payment, key, amount, status);
  return made
    ? [200, xenditBody(made)]
    : [400, { error_code: 'MAXIMUM_REFUND_AMOUNT_REACHED', message: 'The refund exceeds the payment' }];
}
