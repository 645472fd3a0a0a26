/** Plan and saving of reported payouts: the same report twice changes nothing, a corrected one reverses its fees. */
import { sql } from 'kysely';
import type { Gateway } from '#contract/payment/gateways.ts';
import type { PayoutPreview } from '#contract/payment/payouts.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { reverseFees } from '#shared/order/ledger.ts';
import type { KeyedLine } from './lines.ts';
import { match } from './matching.ts';

/** Line as it would be saved: `before` null is a new one; `elsewhere`: another payout that has it. */
interface Compared extends KeyedLine {
  state: 'added' | 'changed' | 'unchanged' | 'elsewhere';
  elsewhere: string | null;
}

const reported = (lines: readonly KeyedLine[]) => sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
  as line (payout text, "paidOutOn" date, key text, kind text, reference text, at timestamptz, gross int, fee int)`;

/** Compares lines with those that are there, in the same order. */
async function compare(db: Db, provider: Gateway, lines: readonly KeyedLine[]): Promise<Compared[]> {
  const { rows } = await sql<{ key: string; state: Compared['state']; elsewhere: string | null }>`
    select line.key, case when known.id is null then 'added' when payout.reference <> line.payout then 'elsewhere'
        when (known.gross, known.fee, known.reference, known.kind) = (line.gross, line.fee, line.reference, line.kind)
          then 'unchanged' else 'changed' end as state,
      case when payout.reference <> line.payout then payout.reference end as elsewhere
    from ${reported(lines)} left join payout_line known on known.provider = ${provider} and known.key = line.key
      left join payout on payout.id = known.payout_id`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return lines.map((line) => ({ ...line, ...byKey.get(line.key)! }));
}

export interface Plan {
  payouts: PayoutPreview['payouts'];
  /** Lines to write. */
  lines: KeyedLine[];
  /** Rows of lines that another payout has, with its id at the gateway. */
  elsewhere: { line: number; payout: string }[];
}

function sumsOf(reference: string, lines: readonly Compared[]): PayoutPreview['payouts'][number] {
  const sum = (of: (line: Compared) => number) => lines.reduce((all, line) => all + of(line), 0);
  const count = (state: Compared['state']) => lines.filter((line) => line.state === state).length;
  const [gross, fees] = [sum((line) => line.gross), sum(({ fee }) => fee)];
  return {
    reference,
    paidOutOn: lines[0]!.paidOutOn,
    gross,
    fees,
    net: gross - fees,
    lines: lines.length,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
  };
}

/** Effects that saving would have. */
export async function planPayouts(db: Db, provider: Gateway, lines: readonly KeyedLine[]): Promise<Plan> {
  const compared = await compare(db, provider, lines);
  const here = compared.filter(({ state }) => state !== 'elsewhere');
  return {
    payouts: [...Map.groupBy(here, ({ payout }) => payout)].map(([reference, of]) => sumsOf(reference, of)),
    lines: here.filter(({ state }) => state !== 'unchanged').map(({ state: _, elsewhere: __, ...line }) => line),
    elsewhere: compared.flatMap(({ line, elsewhere }) => (elsewhere === null ? [] : { line, payout: elsewhere })),
  };
}

/** Writes the lines of a plan; returns the ids of their payouts. */
async function write(db: Db, provider: Gateway, lines: readonly KeyedLine[]): Promise<string[]> {
  await sql`insert into payout (provider, reference, paid_out_on)
    select distinct ${provider}, payout, "paidOutOn" from ${reported(lines)}
    on conflict (tenant, provider, reference) do nothing`.execute(db);
  // A fee is charged again with the corrected amount, by the comparison that follows.
  const { rows: corrected } = await sql<{ feeId: string }>`select fee_id as "feeId"
    from ${reported(lines)} join payout_line known on known.provider = ${provider} and known.key = line.key
    where known.fee_id is not null`.execute(db);
  await reverseFees(
    db,
    corrected.map(({ feeId }) => feeId),
  );
  const { rows } = await sql<{ id: string }>`insert into payout_line
      (payout_id, provider, key, kind, reference, at, gross, fee)
    select payout.id, ${provider}, line.key, line.kind, line.reference, line.at, line.gross, line.fee
    from ${reported(lines)} join payout on payout.provider = ${provider} and payout.reference = line.payout
    on conflict (tenant, provider, key) do update set kind = excluded.kind, reference = excluded.reference,
      gross = excluded.gross, fee = excluded.fee, order_id = null, payment_id = null, fee_id = null
    returning payout_id as id`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Payouts are written one report at a time, so that two of them cannot claim the same entry of the ledger. */
export const lockPayouts = (db: Db) => oneAtATime(db, 'payouts');

/** Saves what a plan has; in a transaction, under {@link lockPayouts}. Returns the number of lines that do not agree. */
export async function savePlan(db: Db, provider: Gateway, { lines }: Plan): Promise<number> {
  return lines.length > 0 ? match(db, await write(db, provider, lines)) : 0;
}
