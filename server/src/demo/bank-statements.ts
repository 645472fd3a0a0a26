/** Bank statement of the demo's last days: transfers of every kind, to match, matched and ignored, and a payout. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { manual } from '#contract/payment/ledger.ts';
import { demoId } from './demo-id.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Line = DemoRows['bankLine'][number];
type Order = DemoRows['order'][number];

const account = '5420123456';

/** Text of a transfer as BCA writes it: capitals, and a name that is cut off. */
const textOf = (name: string) => `TRSF E-BANKING CR 95031 ${name.toUpperCase().slice(0, 20)}`;

/** Lines in the order of their days, and those that an order may have paid. */
function linesOf(
  { now }: World,
  orders: readonly Order[],
  payments: DemoRows['payment'],
  payouts: DemoRows['payout'],
  decidedBy: string,
): Omit<Line, 'id' | 'statementId' | 'account' | 'key'>[] {
  // prettier-ignore
  const ago = (days: number) => jakartaDay(before(now, days * day));
  const dayOf = (order: Order) => jakartaDay(new Date(Math.min(Date.parse(order.createdAt as string) + 2 * hour, now.getTime()))); // prettier-ignore
  const started = new Set(payments.map(({ orderId }) => orderId));
  const open = orders.filter(({ id, totalAmount, uniqueCode, status }) => uniqueCode && totalAmount > 2000 && !started.has(id) && ['unpaid', 'pending'].includes(status)); // prettier-ignore
  const expired = orders.findLast(({ status, uniqueCode }) => status === 'expired' && uniqueCode);
  const paid = orders.findLast(({ status, paymentProvider, totalAmount }) => status === 'paid' && paymentProvider === manual && totalAmount > 0); // prettier-ignore
  const charge = payments.find(({ orderId, kind }) => orderId === paid?.id && kind === 'charge');
  const of = (order: Order, description: string, amount = order.totalAmount) => ({ bookedOn: dayOf(order), amount, description }); // prettier-ignore
  const [sure, rest] = [open.slice(0, 4), open.slice(4)];
  const [coded, unnamed, part] = rest;
  const decided = { decidedBy, decidedAt: before(now, hour).toISOString() };
  return [
    ...sure.map((order) => of(order, textOf(order.userName))),
    ...(coded ? [of(coded, textOf(coded.userName), coded.totalAmount - coded.uniqueCode!)] : []),
    ...(unnamed ? [of(unnamed, 'SETORAN TUNAI 5420')] : []),
    ...(part ? [of(part, `BI-FAST CR DR 008 ${part.invoiceNumber.replaceAll('/', ' ').toUpperCase()}`, 100_000)] : []),
    ...(expired ? [of(expired, textOf(expired.userName))] : []),
    { bookedOn: ago(3), amount: 333_333, description: 'SETORAN TUNAI 0998' },
    ...waiting(payouts).map(({ paidOutOn, net }) => ({ bookedOn: paidOutOn, amount: net!, description: 'KR OTOMATIS LLG-MIDTRANS PT MIDTRANS' })), // prettier-ignore
    { bookedOn: ago(5), amount: 12_345, description: 'BUNGA', state: 'ignored', reason: 'interest', ...decided },
    { bookedOn: ago(1), amount: -8_500_000, description: 'TRSF E-BANKING DB GAJI', state: 'ignored', reason: 'out' },
    ...(paid && charge
      ? [{ ...of(paid, textOf(paid.userName)), state: 'matched' as const, orderId: paid.id, paymentId: charge.id, formerStatus: 'unpaid' as const, ...decided }] // prettier-ignore
      : []),
    ...arrived(payouts).map(({ paidOutOn, net, reference }) => ({ bookedOn: paidOutOn, amount: net!, description: `KR OTOMATIS LLG-MIDTRANS ${reference}`, state: 'ignored' as const, reason: 'payout' as const, note: `Midtrans ${reference}`, ...decided })), // prettier-ignore
  ];
}

/** Payout whose line in the statement nobody has accepted yet: the second. */
const waiting = (payouts: DemoRows['payout']) => payouts.slice(1, 2);

/** Payouts that the statement has: the first. */
const arrived = (payouts: DemoRows['payout']) => payouts.slice(0, 1);

export function makeBankStatements(
  world: World,
  users: DemoRows['user'],
  { order, payment, payout }: Pick<DemoRows, 'order' | 'payment' | 'payout'>,
): Pick<DemoRows, 'bankStatement' | 'bankLine' | 'payout'> {
  const { tenant, now } = world;
  const createdBy = users.find(({ role }) => role === 'customer-service')!.id;
  const statementId = demoId(tenant, 'bank statement', 0);
  const bankLine = linesOf(world, order, payment, payout, createdBy).map((line, n) => {
    const id = demoId(tenant, 'bank line', n);
    return { id, statementId, account, key: id, ...line };
  });
  const days = bankLine.map(({ bookedOn }) => bookedOn).toSorted();
  const createdAt = before(now, 2 * hour).toISOString();
  const shared = {
    id: statementId,
    bank: 'BCA',
    account,
    name: 'MUTASI-5420123456.csv',
    createdAt,
    createdBy,
  } as const;
  // Lines of payouts are the last ones.
  const lines = bankLine.slice(-arrived(payout).length);
  return {
    bankStatement: [{ ...shared, fromDay: days[0]!, toDay: days.at(-1)! }],
    bankLine,
    payout: payout.map((one, n) =>
      lines[n] ? { ...one, bankLineId: lines[n].id, arrivedOn: lines[n].bookedOn } : one,
    ),
  };
}
