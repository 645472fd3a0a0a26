/** Journal of a month by day from the ledger, orders and payouts; each text of a day has equal debits and credits. */
import { sql } from 'kysely';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { manual } from '#contract/payment/ledger.ts';
import type { JournalRow } from '#contract/payment/payouts.ts';
import { fractionOf } from '#contract/payment/vat.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { firstOf } from '../papers/queries.ts';

const dayOf = (moment: string) => sql`(${sql.ref(moment)} at time zone 'Asia/Jakarta')::date`;
const isIn = (month: string, day: string) =>
  sql`${sql.ref(day)} >= (${firstOf(month)})::date and ${sql.ref(day)} < (${firstOf(month, 1)})::date`;
const isAtIn = (month: string) => sql`at >= (${firstOf(month)}) at time zone 'Asia/Jakarta'
  and at < (${firstOf(month, 1)}) at time zone 'Asia/Jakarta'`;

/** Account with the money of a provider: a gateway owes it; payments by hand are in the bank. */
const asset = sql`case when provider = ${manual} then 'Bank' else 'Receivable at ' || provider end`;

/** PPN in the total of an order: that of its invoice, or by the brand's configuration. */
const vatOf = ([part, whole]: readonly [number, number]) => sql`coalesce(
  (select vat from paper where paper.order_id = "order".id and paper.kind = 'invoice'),
  round(total_amount::numeric * ${sql.lit(part)} / ${sql.lit(whole)}))`;

/** Sides of a posting: account, amount to debit; below 0: to credit. */
const posted = (
  text: ReturnType<typeof sql>,
  sides: readonly (readonly [ReturnType<typeof sql>, ReturnType<typeof sql>])[],
  from: ReturnType<typeof sql>,
) =>
  // prettier-ignore
  sql.join(
    sides.map(([account, amount]) => sql`select day, ${text} as text, ${account} as account, ${amount} as amount from ${from}`), // prettier-ignore
    sql` union all `,
  );
const is = (name: string) => sql`${sql.lit(name)}`;

/** Sales, payments and refunds. */
const ofOrders = (month: string, fraction: readonly [number, number]) => [
  // Sales, as *Sales* has them.
  posted(
    is('Sales'),
    [
      [is('Customers'), sql`total_amount`],
      [is('Discounts'), sql`discount_amount`],
      [is('Vouchers'), sql`voucher_amount`],
      [is('Sales'), sql`-(total_amount + discount_amount + voucher_amount - code - vat)`],
      [is('Unique codes'), sql`-code`],
      [is('PPN'), sql`-vat`],
    ],
    sql`(select sold_on as day, total_amount::bigint, discount_amount, voucher_amount, coalesce(unique_code, 0) as code,
      ${vatOf(fraction)} as vat from "order" where ${isIn(month, 'sold_on')} and seat_of is null) sale`,
  ),
  posted(
    is('Payments'),
    [
      [asset, sql`amount`],
      [is('Customers'), sql`-amount`],
    ],
    sql`(select ${dayOf('at')} as day, provider, amount from payment
      where ${isAtIn(month)} and (kind = 'charge' or kind = 'adjustment' and amount < 0)) entry`,
  ),
  // What goes back of an order that was never sold was no sale.
  posted(
    is('Refunds'),
    [
      [sql`case when is_sold then 'Refunds' else 'Customers' end`, sql`-amount - vat`],
      [is('PPN'), sql`vat`],
      [asset, sql`amount`],
    ],
    sql`(select ${dayOf('at')} as day, provider, amount, sold_on is not null as is_sold,
        case when sold_on is null or total_amount = 0 then 0
          else round(${vatOf(fraction)} * -amount / total_amount) end as vat
      from payment join "order" on "order".id = order_id
      where ${isAtIn(month)} and (payment.kind = 'refund' or payment.kind = 'adjustment' and amount > 0)) entry`,
  ),
];

/** Fees, payouts, and their arrival at the bank. */
const ofPayouts = (month: string) => [
  posted(
    is('Fees'),
    [
      [sql`'Fees of ' || provider`, sql`-amount`],
      [asset, sql`amount`],
    ],
    sql`(select ${dayOf('at')} as day, provider, amount from payment where ${isAtIn(month)} and kind = 'fee') entry`,
  ),
  // The receivable has lost the fees already.
  posted(
    sql`'Payout ' || reference`,
    [
      [is('Payouts on their way'), sql`net`],
      [
        sql`case when payment_id is not null then 'Receivable at ' when state = 'foreign' then 'Other programs at '
          else 'Unexplained at ' end || provider`,
        sql`-net`,
      ],
    ],
    sql`(select paid_out_on as day, payout.reference, line.provider, line.net, payment_id, state
      from payout join payout_line line on line.payout_id = payout.id where ${isIn(month, 'paid_out_on')}) line`,
  ),
  posted(
    sql`'Arrival of ' || reference`,
    [
      [is('Bank'), sql`net`],
      [is('Payouts on their way'), sql`-net`],
    ],
    sql`(select arrived_on as day, reference, net from payout where ${isIn(month, 'arrived_on')}) arrival`,
  ),
];

const named = (text: string) =>
  text.replace(/ (at|of) (\w+)$/, (all, word: string, provider: string) =>
    provider in gatewayNames ? ` ${word} ${gatewayNames[provider as keyof typeof gatewayNames]}` : all,
  );

/** Journal of the month of a day, by day. 409 if nothing happened in it. */
export async function findJournal(db: Db, month: string): Promise<JournalRow[]> {
  const { vat, vatRate } = await db.selectFrom('brandSetting').select(['vat', 'vatRate']).executeTakeFirstOrThrow();
  const fraction = fractionOf({ rule: vat, rate: vatRate });
  const { rows } = await sql<JournalRow>`select day::text, account, text,
      greatest(sum(amount), 0)::float8 as debit, greatest(-sum(amount), 0)::float8 as credit
    from (${sql.join([...ofOrders(month, fraction), ...ofPayouts(month)], sql` union all `)}) posting
    group by day, text, account having sum(amount) <> 0
    order by day, array_position('{Sales,Payments,Refunds,Fees}', text) nulls last, text, sum(amount) < 0, account`.execute(
    db,
  );
  if (rows.length === 0) throw conflict('Nothing happened in this month');
  return rows.map((row) => ({ ...row, account: named(row.account) }));
}
