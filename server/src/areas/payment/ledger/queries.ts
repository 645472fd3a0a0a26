/** SQL of the ledger of an order. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type listPayments, paymentEntry } from '#contract/payment/entries.ts';
import { ledgerSums } from '#contract/payment/ledger.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';

type Ledger = Reply<typeof listPayments>;

const by = sql<Ledger['payments'][number]['by']>`(select json_build_object('userId', person.id, 'name', person.name)
  from "user" person where person.id = payment.by_id)`;
/** By the line that pays the entry out, or whose fee it is: each has its index. */
const payout = sql<Ledger['payments'][number]['payout']>`(select json_build_object('payoutId', payout.id,
    'reference', payout.reference, 'paidOutOn', paid_out_on, 'arrivedOn', arrived_on)
  from (select payout_id from payout_line where payment_id = payment.id
      union all select payout_id from payout_line where fee_id = payment.id) line
    join payout on payout.id = line.payout_id limit 1)`;
const columns = columnsOf('payment', paymentEntry, { paymentId: 'id', by: jsonText(by), payout: jsonText(payout) });

/** Order as its sums need it, and its entries; 404 if there is no such order. */
export async function findLedger(db: Db, orderId: string) {
  const order = await db
    .selectFrom('order')
    .select(['status', 'totalAmount'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(() => notFound('order'));
  const payments = await db
    .selectFrom('payment')
    .select(columns)
    .where('orderId', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return { payments, ...order, ...ledgerSums(order, payments) };
}

/** Invoice of the order that has a payment with a reference, which nobody took back. */
export const findReference = async (db: Db, reference: string): Promise<string | undefined> =>
  (
    await sql<{ invoiceNumber: string }>`select invoice_number from payment join "order" on "order".id = order_id
      where reference = ${reference} and kind = 'charge'
        and not exists (select from payment back where back.reverses = payment.id) limit 1`.execute(db)
  ).rows[0]?.invoiceNumber;
