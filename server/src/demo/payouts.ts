/** Payouts of the demo: two of Midtrans, of which one does not agree, and one of Xendit, with the fees of their lines. */
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { demoId } from './demo-id.ts';
import { before, day } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Payment = DemoRows['payment'][number];
type Line = Identified<'payoutLine'>;
type Payout = Identified<'payout'>;
type Rows = Pick<DemoRows, 'payout' | 'payoutLine' | 'payment'>;

/** Fee with PPN, as gateways publish them: a share of cards and wallets, a fixed amount of a virtual account. */
const feeOf = ({ method, amount }: Pick<Payment, 'method' | 'amount'>): number =>
  method === 'QRIS' ? Math.round(amount * 0.007) : method.endsWith('Account') ? 4440 : Math.round(amount * 0.029);

type Draft = Omit<Line, 'id' | 'payoutId' | 'provider'>;

/** Line that pays out an entry of the ledger. */
function lineOf(entry: Payment, reference: string): Draft {
  const isPayment = entry.kind === 'charge';
  const kind = isPayment ? 'payment' : 'refund';
  const shared = { kind, key: `${reference} ${kind}`, reference, at: entry.at!, orderId: entry.orderId } as const;
  const fee = isPayment ? feeOf(entry) : 0;
  return { ...shared, gross: entry.amount, fee, paymentId: entry.id, state: 'agrees' };
}

/** Lines that the second payout has besides: less than an order has, a payment that is not here, and one of another program. */
function oddLines({ tenant }: World, [first, ...rest]: Draft[]): Draft[] {
  const at = first!.at;
  const unknown = `${tenant}-${demoId(tenant, 'unknown order', 0)}-1`;
  const other = { kind: 'payment', at, gross: 249_000, fee: 1743 } as const;
  return [
    { ...first!, gross: first!.gross - 10_000, state: 'amount' },
    ...rest,
    { ...other, key: `${unknown} payment`, reference: unknown, state: 'missing' },
    { ...other, key: 'TOKO-8812 payment', reference: 'TOKO-8812', gross: 85_000, fee: 595, state: 'foreign' },
  ];
}

function payoutOf(tenant: World['tenant'], provider: 'midtrans' | 'xendit', n: number, drafts: readonly Draft[]): Rows {
  const last = drafts.reduce((latest, { at }) => (at > latest ? at : latest), '');
  const paidOutOn = plusDays(jakartaDay(new Date(last)), 1);
  const reference = provider === 'xendit' ? paidOutOn : `PO-${paidOutOn.replaceAll('-', '')}-${n + 1}`;
  const id = demoId(tenant, 'payout', n);
  const lines = drafts.map((draft, place): Line => {
    const feeId = draft.paymentId && draft.fee !== 0 ? demoId(tenant, `fee ${n}`, place) : null;
    return { id: demoId(tenant, `payout line ${n}`, place), payoutId: id, provider, ...draft, feeId };
  });
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0);
  const [gross, fees] = [sum((line) => line.gross), sum(({ fee }) => fee)];
  const payout: Payout = {
    id,
    provider,
    reference,
    paidOutOn,
    gross,
    fees,
    net: gross - fees,
    lines: lines.length,
    orders: new Set(lines.flatMap(({ orderId }) => orderId ?? [])).size,
    differing: lines.filter(({ state }) => state === 'amount' || state === 'missing').length,
    createdAt: `${paidOutOn}T06:00:00Z`,
  };
  const payment = lines.flatMap((line): Payment[] =>
    line.feeId && line.orderId
      ? [{ id: line.feeId, orderId: line.orderId, kind: 'fee', provider, method: '', amount: -line.fee, at: `${paidOutOn}T05:00:00Z`, reference }] // prettier-ignore
      : [],
  );
  return { payout: [payout], payoutLine: lines, payment };
}

/** Payouts of the latest payments by gateways, with their fees after the entries of the ledger. */
export function makePayouts(world: World, payments: DemoRows['payment']): Rows {
  const until = before(world.now, 2 * day).toISOString();
  const latest = (provider: string, kind: Payment['kind'], count: number) =>
    payments
      .filter((entry) => entry.provider === provider && entry.kind === kind && entry.at! < until)
      .toSorted((one, other) => (one.at! < other.at! ? -1 : 1))
      .slice(-count);
  const charges = payments.filter(({ kind }) => kind === 'charge');
  const linesOf = (entries: readonly Payment[]) =>
    entries.map((entry) => lineOf(entry, charges.find(({ orderId }) => orderId === entry.orderId)!.reference!));
  const midtrans = linesOf(latest('midtrans', 'charge', 12));
  const made = [
    payoutOf(world.tenant, 'midtrans', 0, [...midtrans.slice(0, 7), ...linesOf(latest('midtrans', 'refund', 1))]),
    payoutOf(world.tenant, 'midtrans', 1, oddLines(world, midtrans.slice(7))),
    payoutOf(world.tenant, 'xendit', 2, linesOf(latest('xendit', 'charge', 6))),
  ];
  const methods = new Map(payments.map(({ orderId, method }) => [orderId, method]));
  const fees = made.flatMap(({ payment }) => payment.map((fee) => ({ ...fee, method: methods.get(fee.orderId)! })));
  return {
    payment: [...payments, ...fees],
    payout: made.flatMap(({ payout }) => payout),
    payoutLine: made.flatMap(({ payoutLine }) => payoutLine),
  };
}
