/** Totals of the listed orders: all, paid, and still payable. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { sumOrders } from '#contract/order/sums.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import classes from './order-list.module.css';

type Sum = NonNullable<Reply<typeof sumOrders>['sums']>['all'];

const Part = ({ label, sum: { count, amount } }: { label: string; sum: Sum }) => (
  <span>
    {label} <b>{formatMoney(amount)}</b> <small>({formatNumber(count)})</small>
  </span>
);

export function OrderSums() {
  const { data, error } = useCall(sumOrders, { query: useListed(listOrders) }, { keepPrevious: true });
  const sums = data?.sums;
  return (
    <div className={classes['sums']} role="status" aria-label="Sums">
      {sums && sums.all.count > 0 && (
        <>
          <Part label="Total" sum={sums.all} />
          <Part label="Paid" sum={sums.paid} />
          <Part label="Unpaid" sum={sums.unpaid} />
        </>
      )}
      {sums === null && 'More than 10.000 orders match: narrow the search to see totals.'}
      {error && 'The totals could not be loaded.'}
    </div>
  );
}
