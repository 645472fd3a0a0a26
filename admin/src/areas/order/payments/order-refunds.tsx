/** Refunds of an order that are under way, or came to nothing: those that were paid back are entries of the ledger. */
import { Group } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { RefundActions } from '#admin-shared/refund/refund-actions.tsx';
import { type Refund, RefundBadge, wayOf } from '#admin-shared/refund/refund-words.tsx';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import classes from '../order-amounts.module.css';

function RefundRow({ refund }: { refund: Refund }) {
  const { amount, items, reason, failure, state, askedAt, askedBy, decidedBy } = refund;
  return (
    <tr>
      <td>
        <Group gap={8}>
          Refund of {items.map(({ productName }) => productName).join(', ') || 'the order'}
          <RefundBadge state={state} />
        </Group>
        <small>
          {wayOf(refund)} ·{' '}
          <time dateTime={askedAt} title={formatMoment(askedAt)}>
            {formatShortMinute(askedAt)}
          </time>
          {askedBy && `, asked for by ${askedBy.name}`}
          {decidedBy && `, ${state === 'rejected' ? 'rejected' : 'approved'} by ${decidedBy.name}`}
        </small>
        <small>{reason}</small>
        {failure && <small>{failure}</small>}
        <RefundActions refund={refund} />
      </td>
      <td>{formatMoney(amount)}</td>
    </tr>
  );
}

export function OrderRefunds({ refunds }: { refunds: readonly Refund[] }) {
  const shown = refunds.filter(({ state }) => state !== 'done');
  if (shown.length === 0) return null;
  return (
    <table className={classes['amounts']} style={{ marginTop: 16 }}>
      <thead>
        <tr>
          <th scope="col">Refund</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} />
        ))}
      </tbody>
    </table>
  );
}
