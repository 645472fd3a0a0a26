/** SQL of the lists of payouts and of their lines. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { listPayouts, payoutLine, payoutRow } from '#contract/payment/payouts.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, pagedList, queriedList } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { firstOf } from '../papers/queries.ts';

const columns = columnsOf('payout', payoutRow, { payoutId: 'id' });
const sorts = ordersOf('payout', listPayouts, {});

export const listedPayouts = queriedList(
  listPayouts,
  (db, { patterns, provider, state, arrival, month }, window, sort) => {
    let matching = db.selectFrom('payout');
    if (patterns) matching = matching.where(matchesAll('search', patterns));
    if (provider) matching = matching.where('provider', '=', provider);
    if (state) matching = matching.where('differing', state === 'differs' ? '>' : '=', 0);
    if (arrival) matching = matching.where('bankLineId', arrival === 'arrived' ? 'is not' : 'is', null);
    if (month)
      matching = matching.where(
        sql<boolean>`paid_out_on >= (${firstOf(month)})::date and paid_out_on < (${firstOf(month, 1)})::date`,
      );
    const page = pageOf(matching, db.selectFrom('payout'), sorts[sort], window);
    return { rows: page.select(columns), total: cappedCount(matching) };
  },
);

/** 404 if there is no such payout. */
export async function findPayout(db: Db, id: string) {
  const payout = await db
    .selectFrom('payout')
    .select(columns)
    .select('bankLineId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('payout'));
  const foreign = await db
    .selectFrom('payoutLine')
    .select([sql<number>`count(*)::int`.as('lines'), sql<number>`coalesce(sum(net), 0)`.as('net')])
    .where('payoutId', '=', id)
    .where('state', '=', 'foreign')
    .executeTakeFirstOrThrow();
  return { ...payout, foreign };
}

type Line = z.output<typeof payoutLine>;
const lineColumns = columnsOf('payoutLine', payoutLine, {
  lineId: 'id',
  recorded: sql<number | null>`(select amount from payment where payment.id = payout_line.payment_id)`,
  order: jsonText(sql<Line['order']>`(select json_build_object('orderId', "order".id, 'invoiceNumber', invoice_number,
    'buyer', user_name) from "order" where "order".id = payout_line.order_id)`),
});

interface LineFilter {
  payoutId: string;
  patterns: readonly string[] | undefined;
  state: Line['state'] | undefined;
  kind: Line['kind'] | undefined;
}

/** Lines of a payout by time; those of an order are found by its number and buyer, too. */
export const listedLines = pagedList((db: Db, { payoutId, patterns, state, kind }: LineFilter, window) => {
  let matching = db.selectFrom('payoutLine').where('payoutId', '=', payoutId);
  if (state) matching = matching.where('state', '=', state);
  if (kind) matching = matching.where('kind', '=', kind);
  if (patterns)
    matching = matching.where(
      matchesAll(
        sql`search_text(reference || ' ' || coalesce((select invoice_number || ' ' || user_name from "order"
          where "order".id = payout_line.order_id), ''))`,
        patterns,
      ),
    );
  const page = pageOf(matching, db.selectFrom('payoutLine'), sql`at, id`, window);
  return { rows: page.select(lineColumns), total: cappedCount(matching) };
});
