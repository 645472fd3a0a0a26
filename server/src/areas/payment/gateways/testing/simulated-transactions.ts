/** Transactions of the simulated Xendit: its payments and refunds, which are settled at once. */
import type { Gateway } from '#contract/payment/gateways.ts';
import type { Action } from './simulated-payment.ts';

interface Payment {
  gateway: Gateway;
  id: string;
  reference: string;
  status: Action | undefined;
  paid: number;
}

/** Fee of each payment, with VAT of 11 %. */
const fee = { xendit_fee: 4000, value_added_tax: 440, xendit_withholding_tax: 0, third_party_withholding_tax: 0 };
const noFee = { ...fee, xendit_fee: 0, value_added_tax: 0 };

function transactionsOf({ gateway, id, reference, status, paid }: Payment) {
  if (gateway !== 'xendit' || paid === 0) return [];
  const at = new Date().toISOString();
  const shared = {
    status: 'SUCCESS',
    reference_id: reference,
    currency: 'IDR',
    amount: paid,
    created: at,
    updated: at,
  };
  const settled = { settlement_status: 'SETTLED', estimated_settlement_time: at };
  return [
    { ...shared, id: `txn_${id}`, type: 'PAYMENT', cashflow: 'MONEY_IN', ...settled, fee },
    ...(status === 'refund'
      ? [{ ...shared, id: `txn_r_${id}`, type: 'REFUND', cashflow: 'MONEY_OUT', fee: noFee }]
      : []),
  ];
}

/** Page of the transactions that a query asks for. */
export function transactionsPage(payments: readonly Payment[], query: URLSearchParams) {
  const types = query.getAll('types');
  const all = payments.flatMap(transactionsOf).filter(({ type }) => types.includes(type));
  const from = all.findIndex(({ id }) => id === query.get('after_id')) + 1;
  const until = from + Number(query.get('limit') ?? 10);
  return { has_more: until < all.length, data: all.slice(from, until), links: [] };
}
