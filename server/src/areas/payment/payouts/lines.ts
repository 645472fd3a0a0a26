/** Lines of payouts as gateways report them, in a file or by a call: what they are, and the key that keeps each once. */
import type { LineKind } from '#contract/payment/payouts.ts';

export interface ReportedLine {
  /** Id of the payout at the gateway. */
  payout: string;
  /** Day in Asia/Jakarta. */
  paidOutOn: string;
  /** Id of the transaction at the gateway; '' if the report has none. */
  transaction: string;
  /** Id of the payment as its program gave it to the gateway. */
  reference: string;
  kind: LineKind;
  at: string;
  /** Rupiah; what goes back to a buyer is below 0. */
  gross: number;
  /** Kept by the gateway; below 0 if it gave a fee back. */
  fee: number;
  /** Row of the file; 0 for a call. */
  line: number;
}

export interface KeyedLine extends ReportedLine {
  key: string;
}

/** Kind by the gateway's word for a transaction. */
export function kindOf(word: string): LineKind {
  if (/refund|pengembalian/i.test(word)) return 'refund';
  if (/charge.?back|dispute/i.test(word)) return 'chargeback';
  return word === '' || /pay(?!out)|settle|capture|bayar|sale|transaction|money.?in/i.test(word) ? 'payment' : 'other';
}

/**
 * Gives each line its key. A payment is paid out once, wherever it is reported again; refunds can be several, also in
 * other payouts.
 */
export function keyed(lines: readonly ReportedLine[]): KeyedLine[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const id = `${line.transaction || line.reference || line.at} ${line.kind}`;
    if (line.kind === 'payment') return { ...line, key: id };
    const part = `${id} ${line.payout}`;
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    return { ...line, key: count === 1 ? part : `${part} ${count}` };
  });
}
