/** Payouts of Xendit, read from its transactions: it settles by day, so that the settled ones of a day are a payout. */
import { dayMs, jakartaDay } from '#contract/kernel/days.ts';
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { paymentName } from '#platform/config-payment.ts';
import type { Db } from '#platform/database/database.ts';
import { retrying } from '#platform/database/retry.ts';
import { type XenditTransaction, feeOfTransaction, xenditTransactions } from '../gateways/xendit-transactions.ts';
import { type ReportedLine, keyed, kindOf } from './lines.ts';
import { match } from './matching.ts';
import { lockPayouts, planPayouts, savePlan } from './saving.ts';

/** Settings that an operator has to make before payouts can be fetched; null: none. */
export const setUpText = ({ payment, brands }: Config, tenant: Tenant): string | null =>
  payment[tenant].xendit
    ? null
    : `${brands[tenant]} has no account at Xendit. Set ${paymentName(tenant, 'XENDIT_SECRET_KEY')} and ${paymentName(
        tenant,
        'XENDIT_CALLBACK_TOKEN',
      )}, and restart the server.`;

/** Line of a transaction; undefined: it is not settled yet, or not in rupiah. */
function lineOf(transaction: XenditTransaction): ReportedLine | undefined {
  const { id, type, reference_id, currency, amount, cashflow, created } = transaction;
  const isIn = cashflow === 'MONEY_IN';
  if (currency !== 'IDR' || (isIn && transaction.settlement_status !== 'SETTLED')) return undefined;
  const at = new Date(created);
  const settled = isIn ? new Date(transaction.estimated_settlement_time ?? created) : at;
  const paidOutOn = jakartaDay(settled);
  return {
    payout: paidOutOn,
    paidOutOn,
    transaction: id,
    reference: (reference_id ?? '').slice(0, 200),
    kind: kindOf(type),
    at: at.toISOString(),
    gross: Math.round(isIn ? amount : -amount),
    fee: feeOfTransaction(transaction),
    line: 0,
  };
}

interface Work {
  db: Db;
  tenant: Tenant;
  config: Config;
  signal: AbortSignal;
}

/** Fetches and saves the payouts of some days, page by page; the same transaction again changes nothing. */
export async function fetchXendit({ db, tenant, config, signal }: Work, days: number): Promise<void> {
  const { xendit, endpoint } = config.payment[tenant];
  if (!xendit) return;
  const since = new Date(Date.now() - days * dayMs).toISOString();
  for await (const transactions of xenditTransactions(xendit, since, { endpoint, signal })) {
    const lines = keyed(transactions.flatMap((one) => lineOf(one) ?? []));
    await retrying(() =>
      db.transaction().execute(async (tx) => {
        await lockPayouts(tx);
        await savePlan(tx, 'xendit', await planPayouts(tx, 'xendit', lines));
      }),
    );
  }
}

/** Compares payouts that do not agree again: what they lacked may have been recorded since. */
export async function matchDiffering(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    const { rows } = await sql<{ id: string }>`select id from payout where differing > 0
      order by paid_out_on desc, id desc limit 500`.execute(tx);
    if (rows.length > 0) await match(tx, rows.map(({ id }) => id)); // prettier-ignore
  });
}
