/** Totals of the listed orders: all, paid, and still payable. */
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { sumOrders } from '#contract/order/sums.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { readState, type ListState } from '#kit/list/list-state.ts';
import { useSearchWithoutPage } from '#kit/list/use-list-state.ts';
import classes from './order-list.module.css';

/** Filter of the list, without paging. */
export function useOrderFilter() {
  const state = readState(listOrders.query!, useSearchWithoutPage());
  const { search, status, startDate, endDate, paidDate, userId, productId } = state as ListState &
    Record<'status' | 'startDate' | 'endDate' | 'paidDate' | 'userId' | 'productId', string | undefined>;
  const filters = Object.entries({ search, status, startDate, endDate, paidDate, userId, productId }).filter(
    ([, value]) => value,
  );
  return Object.fromEntries(filters) as NonNullable<CallInput<typeof sumOrders>['query']>;
}

type Sum = NonNullable<Reply<typeof sumOrders>['sums']>['all'];

const Part = ({ label, sum: { count, amount } }: { label: string; sum: Sum }) => (
  <span>
    {label} <b>{formatMoney(amount)}</b> <small>({formatNumber(count)})</small>
  </span>
);

export function OrderSums() {
  const { data, error } = useCall(sumOrders, { query: useOrderFilter() }, { keepPrevious: true });
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
