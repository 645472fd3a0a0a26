/** Effects of an import beside its rows: places in courses, money in Sales, and mails. */
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import type { ImportPreview } from '#contract/user/import/endpoints.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import classes from './import.module.css';

/** Courses named; the rest is counted. */
const maxShown = 20;

export function ImportEffects({ effects: { seats, money, mails } }: { effects: ImportPreview['effects'] }) {
  const taken = seats.reduce((sum, { before, after }) => sum + after - before, 0);
  return (
    <dl className={classes['effects']} aria-label="Effects of the import">
      <dt>Seats</dt>
      <dd>
        {taken === 0
          ? 'None are taken'
          : `${counted(taken, 'seat', 'seats')} in ${counted(seats.length, 'course', 'courses')}`}
        {seats.slice(0, maxShown).map(({ courseId, name, before, after, capacity }) => (
          <div key={courseId}>
            {name}: {formatNumber(before)} → {formatNumber(after)}
            {capacity !== null && ` of ${formatNumber(capacity)}`}
          </div>
        ))}
        {seats.length > maxShown && <div>And {formatNumber(seats.length - maxShown)} more</div>}
      </dd>
      <dt>Money</dt>
      <dd>
        {money.length === 0 && 'No orders are added'}
        {money.map(({ status, orders, amount }) => (
          <div key={status}>
            {counted(orders, 'order', 'orders')} {orderStatusLabels[status]}: {formatMoney(amount)}
          </div>
        ))}
      </dd>
      <dt>Mails</dt>
      <dd>{mails === 0 ? 'None are sent' : counted(mails, 'invitation', 'invitations')}</dd>
    </dl>
  );
}
