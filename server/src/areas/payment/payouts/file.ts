/** Reads a gateway's file of payouts: its lines, and the rows that cannot be read, with the reason. */
import { jakartaDay, startOfDay } from '#contract/kernel/days.ts';
import { missingPayoutColumns, payoutFields } from '#contract/payment/payout-columns.ts';
import { type PayoutPreview, maxPayoutRows } from '#contract/payment/payouts.ts';
import { momentOf, rupiahOf } from '#shared/spreadsheet/cells.ts';
import { type TableTask, readTable } from '#shared/spreadsheet/table.ts';
import { type KeyedLine, type ReportedLine, keyed, kindOf } from './lines.ts';

type Field = keyof typeof payoutFields;
type Values = Readonly<Partial<Record<Field, string>>>;

/** Why a row is left out. */
class Unreadable extends Error {}

const maxAmount = 2_000_000_000;

/** Signed amount of a cell; undefined: it is empty. `(4.440)` and `-4440` are below 0. */
function amountOf(values: Values, field: Field): number | undefined {
  const cell = values[field];
  if (cell === undefined) return undefined;
  const plain = cell.replaceAll(/[-()\s]/g, '');
  const amount = rupiahOf(plain);
  if (Number.isNaN(amount) || amount > maxAmount)
    throw new Unreadable(`${payoutFields[field].label} is “${cell.slice(0, 40)}”, not whole rupiah`);
  return /^\s*[-(]/.test(cell.replace(/^(rp|idr)\.?/i, '')) && amount > 0 ? -amount : amount;
}

function momentIn(values: Values, field: Field): string | undefined {
  const cell = values[field];
  if (cell === undefined) return undefined;
  const at = Date.parse(momentOf(cell));
  const year = new Date(at).getUTCFullYear();
  if (Number.isNaN(at) || year < 2000 || year > 2999)
    throw new Unreadable(`${payoutFields[field].label} is “${cell.slice(0, 40)}”, not a date`);
  return new Date(at).toISOString();
}

/** Fee, from what the row says of it; it has to make the amount the net amount. */
function feeOf(values: Values, gross: number): number {
  const [fee, tax, net] = [amountOf(values, 'fee'), amountOf(values, 'tax') ?? 0, amountOf(values, 'net')];
  if (net === undefined && fee === undefined) throw new Unreadable('Neither a fee nor a net amount');
  if (net === undefined) return Math.abs(fee!) + Math.abs(tax);
  // Reports write refunds with or without their sign.
  const kept = gross - (gross < 0 ? -Math.abs(net) : net);
  const isStated = fee === undefined || [Math.abs(fee), Math.abs(fee) + Math.abs(tax)].includes(Math.abs(kept));
  if (!isStated) throw new Unreadable('The amount less the fee is not the net amount');
  return kept;
}

const short = (text: string | undefined, max: number) => (text ?? '').slice(0, max);

function lineOf(line: number, values: Values): ReportedLine {
  const paidOut = momentIn(values, 'paidOutOn');
  if (paidOut === undefined) throw new Unreadable('Not paid out: there is no date');
  const paidOutOn = jakartaDay(new Date(paidOut));
  const kind = kindOf(values.kind ?? '');
  const amount = amountOf(values, 'gross');
  if (amount === undefined) throw new Unreadable('No amount');
  const gross = kind === 'refund' || kind === 'chargeback' ? -Math.abs(amount) : amount;
  return {
    payout: short(values.payout, 100) || paidOutOn,
    paidOutOn,
    transaction: short(values.transaction, 200),
    reference: short(values.reference, 200),
    kind,
    at: momentIn(values, 'at') ?? new Date(startOfDay(paidOutOn)).toISOString(),
    gross,
    fee: feeOf(values, gross),
    line,
  };
}

export interface PayoutFile extends Pick<PayoutPreview, 'columns' | 'missing' | 'faults'> {
  lines: KeyedLine[];
}

/** Leaves out rows that repeat a transaction, or name another day for their payout. */
function withoutRepeated(lines: readonly KeyedLine[], faults: PayoutFile['faults']): KeyedLine[] {
  const [rows, days] = [new Map<string, number>(), new Map<string, string>()];
  return lines.filter(({ line, key, payout, paidOutOn }) => {
    const [earlier, day] = [rows.get(key), days.get(payout) ?? paidOutOn];
    rows.set(key, earlier ?? line);
    days.set(payout, day);
    if (earlier === undefined && day === paidOutOn) return true;
    const reason = earlier === undefined ? `Payout ${payout} has another date above` : `Row ${earlier} is the same`;
    faults.push({ line, reason });
    return false;
  });
}

/** @throws HttpError 400 for files that are no spreadsheets, too large, or mapped to other columns than they have */
export async function readPayoutFile(task: TableTask): Promise<PayoutFile> {
  const { columns, rows } = await readTable(task, { fields: payoutFields, maxRows: maxPayoutRows });
  const fields = columns.map(({ field }) => field);
  const missing = missingPayoutColumns(fields);
  const faults: PayoutFile['faults'] = [];
  if (missing.length > 0) return { columns, missing, faults, lines: [] };
  const read = rows.flatMap(({ line, cells }) => {
    const filled = fields.map((field, place) => [field, (cells[place] ?? '').trim()] as const);
    try {
      return lineOf(line, Object.fromEntries(filled.filter(([field, cell]) => field !== '' && cell !== '')));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      faults.push({ line, reason: error.message });
      return [];
    }
  });
  return { columns, missing, faults, lines: withoutRepeated(keyed(read), faults) };
}
