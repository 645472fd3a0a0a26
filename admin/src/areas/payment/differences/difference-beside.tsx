/** Difference in the panel: its action, and the evidence of both sides beside each other. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { accessProducts } from '#contract/access/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { differenceActions, differenceKinds, type getDifference } from '#contract/payment/differences.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { commandKey, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { formatDay, formatShortMinute } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { rowOf } from '#kit/list/row-focus.ts';
import { DifferenceAct, Explain } from './difference-actions.tsx';
import { isOnePress, useDone } from './work.ts';
import classes from './differences.module.css';

type Evidence = Reply<typeof getDifference>;

const keys: Keys = [[`${commandKey}Enter`, 'Done: mend the row, and go on to the next']];

const Line = ({ label, value, more }: { label: string; value?: string; more?: string | null }) => (
  <li>
    <span>{label}</span>
    {value && <b>{value}</b>}
    {more && <small>{more}</small>}
  </li>
);

const linkWords = {
  open: 'not paid',
  paid: 'paid',
  expired: 'expired',
  ended: 'ended',
  refunded: 'gave back',
} as const;
const entryNames = { charge: 'Payment', refund: 'Refund', fee: 'Fee', adjustment: 'Taken back' } as const;

const names: Readonly<Record<string, string>> = gatewayNames;

/** Evidence of gateways, programs and the bank. */
function There({ links, notices, line, product, amount: paid, since }: Evidence) {
  return (
    <ul aria-label="There">
      {links.map(({ gateway, reference, state, amount, refunded, answeredAt }) => (
        <Line
          key={reference}
          label={`${gatewayNames[gateway]}: ${linkWords[state]}`}
          value={formatMoney(state === 'refunded' ? refunded : amount)}
          more={answeredAt && `Asked ${formatShortMinute(answeredAt)}`}
        />
      ))}
      {notices.map(({ provider, reference, status, amount, method, at, refusal }) => (
        <Line
          key={`${reference} ${status}`}
          label={`${names[provider] ?? provider} reported ${status}${method && `, ${method}`}`}
          value={formatMoney(amount)}
          more={[formatShortMinute(at), refusal && `Not applied: ${refusal}`].filter(Boolean).join(' · ')}
        />
      ))}
      {line && (
        <Line
          label={`In the statement of ${line.account}, ${formatDay(line.bookedOn)}`}
          value={formatMoney(line.amount)}
          more={[line.counterparty, line.description].filter(Boolean).join(' · ')}
        />
      )}
      {product?.isTracked && <Line label="Order tracking: paid" value={formatMoney(paid)} more={formatDay(since)} />}
      {links.length + notices.length === 0 && !line && !product?.isTracked && (
        <Line label="No gateway or bank says anything" />
      )}
    </ul>
  );
}

/** Evidence of the order, its ledger and the access. */
function Here({ order, entries, held, product, line, buyer }: Evidence) {
  return (
    <ul aria-label="Here">
      {order && (
        <li>
          <Link to="/order/$id" params={{ id: order.orderId }}>
            {order.invoiceNumber}
          </Link>
          <OrderStatusBadge status={order.status} />
          <b>{formatMoney(order.totalAmount)}</b>
        </li>
      )}
      {entries.map(({ paymentId, kind, method, amount, at }) => (
        <Line
          key={paymentId}
          label={`${entryNames[kind]}${method && `, ${method}`}`}
          value={formatSignedMoney(amount)}
          more={formatShortMinute(at)}
        />
      ))}
      {order && <Line label="The order holds" value={formatMoney(held)} />}
      {product && (
        <>
          <li>
            <RecordLink kind="user" id={product.userId} name={buyer} />
          </li>
          <Line label={`${accessProducts[product.type]}: no access`} more={product.name} />
        </>
      )}
      {line && <Line label="No order has this money" />}
    </ul>
  );
}

/** Evidence alone, as the start page shows it. */
export const DifferenceEvidence = ({ record }: { record: Evidence }) => (
  <div className={classes['evidence']}>
    <section aria-label="There">
      <h3>There</h3>
      <There {...record} />
    </section>
    <section aria-label="Here">
      <h3>Here</h3>
      <Here {...record} />
    </section>
  </div>
);

/** ⌘Enter on the row, or in its panel. */
function useDoneKey(record: Evidence, done: () => void): void {
  usePageKeys(keys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('[role="dialog"], [role="menu"]')) return;
    const row = rowOf(target)?.dataset['row'];
    if (row !== undefined && row !== record.differenceId) return;
    event.preventDefault();
    done();
  });
  useEffect(() => {
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
}

export function DifferenceBeside({ record }: { record: Evidence }) {
  const { done, loading } = useDone();
  const { action, state, kind, amount, explained, mendedBy } = record;
  const isMendable = state === 'open' && isOnePress(action);
  useDoneKey(record, () => {
    if (isMendable) void done(record);
  });
  return (
    <>
      <div className={classes['bar']}>
        {!isMendable && <DifferenceAct one={record} size="xs" />}
        {state === 'open' && action !== 'none' && <Explain one={record} size="xs" />}
        {isMendable && (
          <>
            <small role="status">{differenceActions[action]}, then the next row</small>
            <Button size="xs" loading={loading} aria-keyshortcuts="Control+Enter" onClick={() => void done(record)}>
              Done, next
            </Button>
          </>
        )}
      </div>
      <p className={classes['what']}>
        {differenceKinds[kind]}: <b>{formatMoney(amount)}</b>
        {explained && <small>{`Explained${explained.by ? ` by ${explained.by}` : ''}: ${explained.reason}`}</small>}
        {state === 'gone' && <small>{mendedBy ? `Mended by ${mendedBy}` : 'Disappeared by itself'}</small>}
      </p>
      <DifferenceEvidence record={record} />
    </>
  );
}
