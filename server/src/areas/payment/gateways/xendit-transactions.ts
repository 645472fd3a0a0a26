/** Transactions of an account at Xendit, with fee and day of settlement (GET /transactions, docs.xendit.co). */
import { z } from 'zod';
import type { PaymentAccounts } from '#platform/config-payment.ts';
import { HttpError } from '#platform/errors.ts';
import { callGateway } from './gateway.ts';

type Account = NonNullable<PaymentAccounts['xendit']>;

const amount = z.number();
/** The rest is dropped: it is about the person. */
const transaction = z.object({
  id: z.string().max(100),
  type: z.string(),
  reference_id: z.string().nullish(),
  currency: z.string(),
  amount,
  cashflow: z.enum(['MONEY_IN', 'MONEY_OUT']),
  settlement_status: z.string().nullish(),
  estimated_settlement_time: z.string().nullish(),
  fee: z
    .object({
      xendit_fee: amount.nullish(),
      value_added_tax: amount.nullish(),
      xendit_withholding_tax: amount.nullish(),
      third_party_withholding_tax: amount.nullish(),
    })
    .nullish(),
  created: z.string(),
});
export type XenditTransaction = z.infer<typeof transaction>;
const page = z.object({ has_more: z.boolean(), data: z.array(transaction) });

/** Fee with its taxes, in whole rupiah. */
export const feeOfTransaction = ({ fee }: XenditTransaction): number =>
  Math.round(Object.values(fee ?? {}).reduce<number>((sum, part) => sum + (part ?? 0), 0));

/** Maximum that Xendit returns at once. */
const pageSize = 50;
/** Pages of one reading, about 25,000 transactions: a gateway that always has more must not keep a job busy. */
const maxPages = 500;

/** Successful payments, refunds and chargebacks that changed since a moment, oldest first or not, page by page. */
export async function* xenditTransactions(
  { secretKey: key }: Account,
  since: string,
  { endpoint = 'https://api.xendit.co', signal }: { endpoint?: string | undefined; signal: AbortSignal },
): AsyncGenerator<XenditTransaction[]> {
  const query = new URLSearchParams({ statuses: 'SUCCESS', 'updated[gte]': since, limit: String(pageSize) });
  for (const type of ['PAYMENT', 'REFUND', 'CHARGEBACK']) query.append('types', type);
  for (let read = 0; read < maxPages; read += 1) {
    const { status, body } = await callGateway('Xendit', `${endpoint}/transactions?${query.toString()}`, {
      key,
      signal,
    });
    const { success, data } = page.safeParse(body);
    if (status !== 200 || !success) throw new HttpError(503, `Xendit does not list its transactions (${status})`);
    yield data.data;
    const last = data.data.at(-1);
    if (!data.has_more || !last) return;
    query.set('after_id', last.id);
  }
}
