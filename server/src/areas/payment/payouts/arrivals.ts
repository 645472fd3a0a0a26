/** Arrival of payouts at the bank: the lines of statements that may be it, with their reasons, and the accepted one. */
import { sql } from 'kysely';
import { dayMs, plusDays } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Gateway, gatewayNames } from '#contract/payment/gateways.ts';
import type { getPayout } from '#contract/payment/payouts.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';

type Proposal = Reply<typeof getPayout>['proposals'][number];
type BankLine = Omit<Proposal, 'reasons'>;

interface Payout {
  payoutId: string;
  provider: Gateway;
  reference: string;
  paidOutOn: string;
  net: number;
  bankLineId: string | null;
}

/** Days until a payout is booked, with holidays between. */
const longest = 10;
const maxProposals = 5;

const columns = sql`id as "bankLineId", booked_on::text as "bookedOn", account, amount, description`;
/** Open, or ignored as some payout that nobody has named. */
const isFree = sql`(state = 'open' or state = 'ignored' and reason = 'payout')
  and not exists (select from payout where payout.bank_line_id = bank_line.id)`;

const read = async (db: Db, id: string): Promise<BankLine | undefined> =>
  (await sql<BankLine>`select ${columns} from bank_line where id = ${id}`.execute(db)).rows[0];

/** Reasons why a payout may have arrived with a line, beside its day. */
function reasonsOf({ provider, reference, net, paidOutOn }: Payout, { description, bookedOn }: BankLine): string[] {
  const days = Math.round((Date.parse(bookedOn) - Date.parse(paidOutOn)) / dayMs);
  const names = (text: string) => description.toLowerCase().includes(text.toLowerCase());
  return [
    `The amount is ${formatMoney(net)}`,
    days === 0 ? 'Booked on the day of the payout' : `Booked ${days === 1 ? 'a day' : `${days} days`} after the payout`,
    ...(names(gatewayNames[provider]) ? [`Names ${gatewayNames[provider]}`] : []),
    ...(names(reference) ? [`Names the payout ${reference}`] : []),
  ];
}

/** Bank line of a payout; without one, the lines that it may be, best first. */
export async function arrivalOf(
  db: Db,
  payout: Payout,
): Promise<Pick<Reply<typeof getPayout>, 'bankLine' | 'proposals'>> {
  if (payout.bankLineId !== null) return { bankLine: (await read(db, payout.bankLineId))!, proposals: [] };
  const { paidOutOn, net } = payout;
  const { rows } = await sql<BankLine>`select ${columns} from bank_line
    where state in ('open', 'ignored') and amount = ${net} and amount > 0
      and booked_on between ${paidOutOn}::date and ${plusDays(paidOutOn, longest)}::date and ${isFree}
    order by booked_on, id limit 50`.execute(db);
  const proposals = rows.map((line) => ({ ...line, reasons: reasonsOf(payout, line) }));
  return {
    bankLine: null,
    proposals: proposals.toSorted((one, other) => other.reasons.length - one.reasons.length).slice(0, maxProposals),
  };
}

/** Line under its lock; 409 if a payout of this amount cannot have arrived with it. */
async function lockFree(db: Db, id: string, net: number): Promise<BankLine> {
  const { rows } = await sql<BankLine & { isFree: boolean }>`select ${columns}, ${isFree} as "isFree"
    from bank_line where id = ${id} for no key update`.execute(db);
  const [line] = rows;
  if (!line) throw badRequest('This bank line does not exist', 'bankLineId');
  if (!line.isFree) throw conflict('This bank line has another use', 'bankLineId');
  if (line.amount !== net) throw conflict(`${formatMoney(line.amount)} arrived, not ${formatMoney(net)}`, 'bankLineId');
  return line;
}

/** Opens the line of a payout again, so that it can be matched otherwise. */
const reopen = (db: Db, id: string) =>
  sql`update bank_line set state = 'open', reason = null, note = '', decided_by = null, decided_at = null
    where id = ${id}`.execute(db);

/** Sets the line that a payout arrived with; null: none. */
export async function accept(db: Db, userId: string, payoutId: string, lineId: string | null) {
  const payout = await db
    .selectFrom('payout')
    .select(['bankLineId', 'net', 'reference', 'provider', 'arrivedOn'])
    .where('id', '=', payoutId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payout) throw notFound('payout');
  const { bankLineId, net, reference, provider } = payout;
  if (lineId === bankLineId) return { arrivedOn: payout.arrivedOn };
  const line = lineId === null ? undefined : await lockFree(db, lineId, net);
  const arrivedOn = line?.bookedOn ?? null;
  await db.updateTable('payout').set({ bankLineId: lineId, arrivedOn }).where('id', '=', payoutId).execute();
  if (bankLineId !== null) await reopen(db, bankLineId);
  if (line)
    await sql`update bank_line set state = 'ignored', reason = 'payout', note = ${`${gatewayNames[provider]} ${reference}`},
      decided_by = ${userId}, decided_at = now() where id = ${lineId}`.execute(db);
  return { arrivedOn };
}
