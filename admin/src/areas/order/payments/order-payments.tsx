/** Payments of an order: the entries of its ledger, and what they add up to. */
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { listPayments, takePaymentBack } from '#contract/payment/entries.ts';
import { takesLink } from '#contract/payment/gateways.ts';
import { createRefund, listOrderRefunds } from '#contract/payment/refunds.ts';
import { type PaymentKind, isPayable, manual } from '#contract/payment/ledger.ts';
import { getPayout } from '#contract/payment/payouts.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall, useRereadOn } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { formatDay, formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import classes from '../order-amounts.module.css';
import { AskRefund } from './ask-refund.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import type { DetailedOrder } from './record-payment.tsx';
import type { RefundTerms } from './refund-effects.ts';

type Ledger = Reply<typeof listPayments>;
type Entry = Ledger['payments'][number];

const kindNames: Readonly<Record<PaymentKind, string>> = {
  charge: 'Payment',
  refund: 'Refund',
  fee: 'Fee of the provider',
  adjustment: 'Taken back',
};

function TakeBack({ orderId, entry: { paymentId, amount } }: { orderId: string; entry: Entry }) {
  const { run, loading } = useAction(takePaymentBack);
  const press = async () => {
    const isSure = await confirm({
      title: `Take back the payment of ${formatMoney(amount)}?`,
      text: 'Another entry cancels it, and the amount is due again. Both stay in the list.',
      action: 'Take back',
      back: 'Keep payment',
      isDestructive: true,
    });
    if (isSure) await run({ params: { id: orderId, paymentId } });
  };
  return (
    <Button variant="subtle" color="red" size="compact-xs" loading={loading} onClick={() => void press()}>
      Take back
    </Button>
  );
}

/** Payout of the entry, as a link for those who may open it. */
function PaidOut({ payout: { payoutId, reference, paidOutOn } }: { payout: NonNullable<Entry['payout']> }) {
  const mayOpen = mayCall(getPayout, role() ?? '');
  return (
    <small>
      Paid out on {formatDay(paidOutOn)} with payout{' '}
      {mayOpen ? (
        <Anchor renderRoot={(props) => <Link {...props} to="/payment/payouts/$id" params={{ id: payoutId }} />} inherit>
          {reference}
        </Anchor>
      ) : (
        reference
      )}
    </small>
  );
}

function EntryRow({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { kind, provider, method, reference, amount, at, note, evidence, by, payout } = entry;
  return (
    <tr>
      <td>
        {kindNames[kind]}
        {evidence && (
          <>
            {' · '}
            <Anchor href={evidence} target="_blank" inherit>
              Evidence
            </Anchor>
          </>
        )}
        {children}
        <small>
          {[method, provider === manual ? '' : provider, reference].map((part) => part && `${part} · `)}
          <time dateTime={at} title={formatMoment(at)}>
            {formatShortMinute(at)}
          </time>
          {by && `, by ${by.name}`}
        </small>
        {note && <small>{note}</small>}
        {payout && kind !== 'fee' && <PaidOut payout={payout} />}
      </td>
      <td>{formatSignedMoney(amount)}</td>
    </tr>
  );
}

function Sums({ payments, paid, refunded, due }: Ledger) {
  const lines = [
    // A single entry is its own sum.
    ...(payments.length > 1 ? [['Paid', paid] as const] : []),
    ...(refunded > 0 ? [['Refunded', -refunded] as const] : []),
  ];
  return (
    <tfoot>
      {lines.map(([label, sum]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{formatSignedMoney(sum)}</td>
        </tr>
      ))}
      <tr data-total>
        <th scope="row">Due</th>
        <td>{formatMoney(due)}</td>
      </tr>
    </tfoot>
  );
}

function Entries({ order: { orderId, status }, ledger }: { order: DetailedOrder; ledger: Ledger }) {
  const { payments } = ledger;
  const reversed = new Set(payments.map(({ reverses }) => reverses));
  const isOpen = isPayable(status) && mayCall(takePaymentBack, role() ?? '');
  const canTakeBack = ({ kind, provider, paymentId }: Entry) =>
    isOpen && kind === 'charge' && provider === manual && !reversed.has(paymentId);
  return (
    <table className={classes['amounts']}>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((entry) => (
          <EntryRow key={entry.paymentId} entry={entry}>
            {canTakeBack(entry) && <TakeBack orderId={orderId} entry={entry} />}
          </EntryRow>
        ))}
      </tbody>
      <Sums {...ledger} />
    </table>
  );
}

/** An order whose time to pay is over can still be paid, but nobody waits for it. */
const noPayment = ({ status }: DetailedOrder, { due }: Ledger) =>
  takesLink(status) ? `No payment yet. ${formatMoney(due)} is due.` : 'No payment.';

/** Button that asks for a refund of what the order holds. */
function RefundAction({ order, terms }: { order: DetailedOrder; terms: RefundTerms | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (!terms || terms.refundable <= 0 || !mayCall(createRefund, role() ?? '')) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Refund
      </Button>
      {isOpen && <AskRefund order={order} terms={terms} close={() => setOpen(false)} />}
    </>
  );
}

/** Polling interval while the gateway pays a refund back. */
const everyMs = 5_000;
/** Refunds that the gateway pays back now; when they end, so changes the order. */
const atGateway = (terms: RefundTerms | undefined) =>
  terms?.refunds.flatMap(({ refundId, state }) => (state === 'at-gateway' ? refundId : [])).join(' ');

export function OrderPayments({ record: order }: { record: DetailedOrder }) {
  const input = { params: { id: order.orderId } };
  const result = useCall(listPayments, input);
  const refunds = useCall(listOrderRefunds, input, { everyMs: (data) => !!atGateway(data) && everyMs });
  const { data: terms } = refunds;
  useRereadOn(listPayments.area, atGateway(terms));
  return (
    <Section title="Payments" actions={<RefundAction order={order} terms={terms} />}>
      <Loaded result={result} what="payments" skeleton={<Skeleton h={96} />}>
        {(ledger) =>
          ledger.payments.length > 0 ? (
            <Entries order={order} ledger={ledger} />
          ) : (
            <Text size="sm" c="dimmed">
              {order.totalAmount === 0 ? 'Nothing is to be paid.' : noPayment(order, ledger)}
            </Text>
          )
        }
      </Loaded>
      <Loaded result={refunds} what="refunds" skeleton={<Skeleton h={24} />}>
        {(loaded) => <OrderRefunds refunds={loaded.refunds} />}
      </Loaded>
    </Section>
  );
}
