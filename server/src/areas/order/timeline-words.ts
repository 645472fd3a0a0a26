/** Words of an order's timeline. Pure. */
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listNames } from '#contract/order/rules.ts';
import { type OrderStatus, knownStatus, orderStatusLabels } from '#contract/order/status.ts';
import { manual } from '#contract/payment/ledger.ts';
import type { DeskEvent } from '#contract/order-tracking/desk.ts';
import { deskDeed } from '#contract/order-tracking/desk-words.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import type {
  Change,
  Entry,
  Grant,
  MadeLink,
  PaperEvent,
  RefundEvent,
  Refusal,
  StoredOrder,
} from './timeline-queries.ts';

type By = TimelineEntry['by'];

/** `active` follows the name of who acted; `passive` is a sentence without one. */
const entry = (kind: string, at: string, by: By, [active, passive]: readonly [string, string]): TimelineEntry => ({
  // Milliseconds, as the moments of other tables.
  at: new Date(at).toISOString(),
  kind,
  by,
  text: by ? active : passive,
  note: '',
  record: null,
});
const fact = (kind: string, at: string, text: string): TimelineEntry => entry(kind, at, null, [text, text]);

const actorOf = ({ actorId, actorName }: Change): By =>
  actorId === null ? null : { userId: actorId, name: actorName };

const paidBy = ({ paymentMethod, paymentProvider }: StoredOrder) =>
  `Paid${paymentMethod && ` by ${paymentMethod}`}${paymentProvider === 'manual' ? '' : ` (${paymentProvider})`}`;

const statusWords: Readonly<Record<OrderStatus, (order: StoredOrder) => readonly [string, string]>> = {
  unpaid: () => ['marked it as unpaid', 'It became unpaid'],
  pending: () => ['marked it as waiting for the payment', 'The payment is awaited'],
  paid: (order) => ['marked it as paid', paidBy(order)],
  expired: () => ['let it expire', 'The time to pay ended'],
  failed: () => ['marked the payment as failed', 'The payment failed'],
  cancelled: () => ['cancelled the order', 'The order was cancelled'],
  refunded: () => ['marked it as refunded', 'The payment was returned'],
};

/** Statuses that only an undo leaves. */
const final: ReadonlySet<unknown> = new Set(['cancelled', 'refunded']);
/** Statuses that end an order. */
const ended: ReadonlySet<unknown> = new Set([...final, 'failed', 'expired']);

interface StatusChange {
  change: Change;
  from: unknown;
  to: OrderStatus;
}

const statusChanges = (changes: readonly Change[]): StatusChange[] =>
  changes.flatMap((change) => {
    const to = knownStatus(String(change.after?.['status'] ?? ''));
    const isStatus = change.table === 'order' && change.action === 'update' && to !== null;
    return isStatus ? [{ change, from: change.before?.['status'], to }] : [];
  });

const statusEntry = (order: StoredOrder, { change, from, to }: StatusChange): TimelineEntry => {
  const label = orderStatusLabels[to];
  const words = final.has(from)
    ? ([`set it back to ${label}`, `It was set back to ${label}`] as const)
    : statusWords[to](order);
  return entry(to === 'paid' || to === 'refunded' ? 'payment' : 'order', change.at, actorOf(change), words);
};

/** Whether a change gives access (true) or ends it (false); undefined: neither. */
function gives({ table, action, after }: Change): boolean | undefined {
  // A membership whose access had ended begins anew.
  if (table === 'course_user' && action === 'update') return after && 'assigned_at' in after ? true : undefined;
  if (table === 'course_user' || table === 'learning_path_user') return action === 'create';
  if (table !== 'subscription') return undefined;
  if (action === 'create') return true;
  return after && 'cancelled_at' in after ? after['cancelled_at'] === null : undefined;
}

/** Product of a change of access. */
function productOf({ table, action, recordId, before, after, planId }: Change): unknown {
  if (table === 'course_user' && action === 'update') return recordId.split('/')[0];
  const fields = { ...before, ...after };
  return planId ?? fields['course_id'] ?? fields['path_id'];
}

type Words = readonly [active: (names: string) => string, passive: (names: string) => string];
const accessWords = {
  granted: [(names) => `gave access to ${names}`, (names) => `Access to ${names} was given`],
  removed: [(names) => `removed access to ${names}`, (names) => `Access to ${names} was removed`],
  kept: [(names) => `left access to ${names} open`, (names) => `Access to ${names} stayed open`],
} as const satisfies Record<string, Words>;

interface Parts {
  order: StoredOrder;
  /** Changes of the order and of the access to its items. */
  changes: readonly Change[];
  grants: readonly Grant[];
  events: readonly DeskEvent[];
  refusals: readonly Refusal[];
  /** Entries of the ledger. */
  payments: readonly Entry[];
  links: readonly MadeLink[];
  papers: readonly PaperEvent[];
  refunds: readonly RefundEvent[];
}

/** Whether the member had a product before a change: by the last change before it, else by the next one, else as now. */
function wasOpen(productId: string, at: string, { changes, grants }: Parts): boolean {
  const moves = changes
    .filter((one) => gives(one) !== undefined && productOf(one) === productId)
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const former = moves.findLast((one) => one.at < at);
  if (former) return gives(former) === true;
  const next = moves.find((one) => one.at >= at);
  return next ? gives(next) === false : grants.some((grant) => grant.productId === productId);
}

/** Entries of one transaction. */
function transactionEntries(parts: Parts, own: readonly Change[]): TimelineEntry[] {
  const { order } = parts;
  const [change] = own;
  if (!change) return [];
  const { at } = change;
  const moves = own.filter((one) => gives(one) !== undefined);
  const products = (isGiven: boolean) => new Set(moves.filter((one) => gives(one) === isGiven).map(productOf));
  const [granted, removed] = [products(true), products(false)];
  const [status] = statusChanges(own);
  const kept = order.items.filter(
    ({ isOpened, productId }) =>
      status?.from === 'paid' && isOpened && !removed.has(productId) && wasOpen(productId, at, parts),
  );
  const line = (of: keyof typeof accessWords, items: StoredOrder['items']): TimelineEntry[] => {
    const [active, passive] = accessWords[of];
    const names = listNames(items);
    return items.length > 0 ? [entry('access', at, actorOf(change), [active(names), passive(names)])] : [];
  };
  const itemsIn = (ids: ReadonlySet<unknown>) => order.items.filter(({ productId }) => ids.has(productId));
  return [
    ...(status ? [statusEntry(order, status)] : []),
    ...line('granted', itemsIn(granted)),
    ...line('removed', itemsIn(removed)),
    ...line('kept', kept),
    ...own.flatMap(releaseOf(order)),
  ];
}

const released = ({ voucherCode }: StoredOrder) => `One use of the code ${voucherCode ?? ''} was given back`;

const releaseOf =
  (order: StoredOrder) =>
  ({ table, at, action, after }: Change): TimelineEntry[] => {
    if (table !== 'voucher_redemption' || action !== 'update' || !after || !('released_at' in after)) return [];
    const text = after['released_at'] ? released(order) : `The code ${order.voucherCode ?? ''} is used again`;
    return [fact('voucher', at, text)];
  };

/** Entry at a stored moment, unless the trail has the change. */
const unlessKnown = (isKnown: boolean, at: string | null, kind: string, text: string): TimelineEntry[] =>
  isKnown || at === null ? [] : [fact(kind, at, text)];

/** Entries of what is stored in the order itself: orders of the shop are written without a trail. */
function storedEntries({ order, changes, payments }: Parts, grants: readonly Grant[]): TimelineEntry[] {
  const { createdAt, status, voucherCode, voucherAmount, userName, totalAmount, items } = order;
  const known = new Set(statusChanges(changes).map(({ to }) => to));
  const created = changes.find(({ table, action }) => table === 'order' && action === 'create');
  const total = formatMoney(totalAmount);
  const hasRelease = changes.some((one) => releaseOf(order)(one).length > 0);
  const missing = items.filter(({ access }) => access === 'missing');
  const maker = (created && actorOf(created)) ?? null;
  return [
    maker || order.isOurs
      ? entry('order', createdAt, maker, [
          `made the order for ${userName}: ${total}`,
          `The order was made for ${userName}: ${total}`,
        ])
      : entry('order', createdAt, { userId: order.userId, name: userName }, [`ordered for ${total}`, '']),
    ...(voucherCode && voucherAmount > 0
      ? [fact('voucher', createdAt, `The code ${voucherCode} took ${formatMoney(voucherAmount)} off`)]
      : []),
    ...unlessKnown(known.has('paid') || payments.length > 0, order.paidAt, 'payment', paidBy(order)),
    ...grants.flatMap(({ productId, at }) => {
      const item = items.find((one) => one.productId === productId && one.isOpened);
      return item && Date.parse(at) >= Date.parse(createdAt)
        ? [fact('access', at, accessWords.granted[1](item.productName))]
        : [];
    }),
    ...(missing.length > 0
      ? [fact('access', order.paidAt ?? createdAt, `Access to ${listNames(missing)} is missing`)]
      : []),
    ...unlessKnown(
      known.has(status) || !ended.has(status) || (status === 'refunded' && payments.length > 0),
      order.refundedAt ?? (status === 'expired' ? order.expiredAt : null) ?? order.updatedAt,
      status === 'refunded' ? 'payment' : 'order',
      statusWords[status](order)[1],
    ),
    ...unlessKnown(hasRelease, order.voucherReleasedAt, 'voucher', released(order)),
  ];
}

const refusalEntry = ({ at, provider, reference, amount, refusal }: Refusal): TimelineEntry => ({
  ...entry('payment', at, { userId: null, name: provider }, [
    `reported a payment of ${formatMoney(amount)} (${reference}), which had no effect`,
    '',
  ]),
  note: refusal ?? '',
});

/** How money came: ` by QRIS (midtrans, TRX-1)`. */
function wayOf({ method, provider, reference }: Entry): string {
  const source = [provider === manual ? '' : provider, reference].filter(Boolean).join(', ');
  return `${method && ` by ${method}`}${source && ` (${source})`}`;
}

const paymentWords: Readonly<Record<Entry['kind'], (entry: Entry, sum: string) => readonly [string, string]>> = {
  charge: (one, sum) => [`recorded a payment of ${sum}${wayOf(one)}`, `${sum} was paid${wayOf(one)}`],
  refund: (one, sum) => [`recorded a refund of ${sum}`, `${sum} was returned${wayOf(one)}`],
  fee: ({ provider }, sum) => [`recorded a fee of ${sum}`, `${provider} kept a fee of ${sum}`],
  adjustment: ({ amount }, sum) => {
    const what = amount < 0 ? 'payment' : 'refund';
    return [`took back a ${what} of ${sum}`, `A ${what} of ${sum} was taken back`];
  },
};

const paymentLine = (one: Entry): TimelineEntry => ({
  ...entry(
    'payment',
    one.at,
    one.byId !== null && one.byName !== null ? { userId: one.byId, name: one.byName } : null,
    paymentWords[one.kind](one, formatMoney(Math.abs(one.amount))),
  ),
  note: one.note,
});

function linkEntry({ at, gateway, userId, name }: MadeLink): TimelineEntry {
  const what = `payment link of ${gatewayNames[gateway]}`;
  return entry('payment', at, userId && name ? { userId, name } : null, [`made a ${what}`, `A ${what} was made`]);
}

const paperEntry = ({ at, number, email, by }: PaperEvent): TimelineEntry =>
  email === null
    ? entry('paper', at, by, [`issued ${number}`, `${number} was issued`])
    : entry('paper', at, by, [`sent ${number} to ${email}`, `${number} was sent to ${email}`]);

/** Request and decision; the money that left is an entry of the ledger. */
function refundEntries(refund: RefundEvent): TimelineEntry[] {
  const { amount, reason, state, gateway, failure, askedAt, decidedAt, updatedAt } = refund;
  const { askerId, askerName, deciderId, deciderName } = refund;
  const what = `a refund of ${formatMoney(amount)}`;
  const line = (at: string, by: By, deed: string, passive: string, note: string) => ({
    ...entry('payment', at, by, [`${deed} ${what}`, `A${what.slice(1)} ${passive}`]),
    note,
  });
  const asker = askerId && askerName ? { userId: askerId, name: askerName } : null;
  const decider = deciderId && deciderName ? { userId: deciderId, name: deciderName } : null;
  const deed = state === 'rejected' ? 'rejected' : 'approved';
  const refusal = gateway && `was refused by ${gatewayNames[gateway]}`;
  return [
    line(askedAt, asker, 'asked for', 'was asked for', reason),
    ...(decidedAt ? [line(decidedAt, decider, deed, `was ${deed}`, state === 'rejected' ? failure : '')] : []),
    ...(state === 'failed' ? [line(updatedAt, null, '', refusal || 'failed', failure)] : []),
    ...(state === 'cancelled' ? [line(updatedAt, null, '', 'was cancelled', failure)] : []),
  ];
}

const somebody = { userId: null, name: 'Somebody' };

const deskEntry = (event: DeskEvent): TimelineEntry => ({
  ...entry('desk', event.at, event.by ?? somebody, [deskDeed(event, 'the tracked order'), '']),
  note: event.note,
});

/** All entries of an order, newest first. */
export function timelineOf(parts: Parts): TimelineEntry[] {
  const { changes, grants, events, refusals, payments, links, papers, refunds } = parts;
  const granted = new Set(changes.filter((one) => gives(one)).map(productOf));
  const oldestFirst = [
    ...storedEntries(
      parts,
      grants.filter(({ productId }) => !granted.has(productId)),
    ),
    ...[...Map.groupBy(changes, ({ at }) => at).values()].flatMap((own) => transactionEntries(parts, own)),
    ...events.toReversed().map(deskEntry),
    ...refusals.toReversed().map(refusalEntry),
    ...payments.toReversed().map(paymentLine),
    ...links.toReversed().map(linkEntry),
    ...papers.map(paperEntry),
    ...refunds.flatMap(refundEntries),
  ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return oldestFirst.toReversed();
}
