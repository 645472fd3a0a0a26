/** Queue of refunds: what waits for approval, for a bank transfer or for the gateway, and what failed. */
import { listRefunds } from '#contract/payment/refunds.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { ListPage } from '#kit/list/list-page.tsx';

export const RefundsPage = () => (
  <ListPage
    title="Refunds"
    call={listRefunds}
    rows="refunds"
    columns={[{ label: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' }]}
    rowKey={({ refundId }) => refundId}
    empty={{ title: 'No refunds', text: 'Refunds that are asked for on the page of an order appear here.' }}
  />
);
RefundsPage.reads = listRefunds;
