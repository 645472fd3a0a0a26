/** Report of a campaign: orders, net sales and uses by promotion, as *Sales* has them. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { campaignSales } from '#contract/campaign/promotions.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { daysIn } from '#contract/order/sales-periods.ts';
import { maxSalesDays } from '#contract/order/sales.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted, formatLongDay, formatNumber } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { nameColumn, type OpenCampaign, rowKey, rowLink } from './promotions.tsx';

type Report = Reply<typeof campaignSales>;
type Line = Report['rows'][number];

const columns: readonly Column<Line>[] = [
  nameColumn,
  { label: 'Orders', cell: ({ orders }) => formatNumber(orders), align: 'right', width: 110 },
  { label: 'Off', cell: ({ discounts }) => formatMoney(discounts), align: 'right', width: 150, hiddenBelow: 720 },
  { label: 'Net sales', cell: ({ net }) => formatMoney(net), align: 'right', width: 160, card: 'badge' },
  {
    label: 'Codes used',
    cell: ({ kind, usedCount }) => (kind === 'voucher' ? formatNumber(usedCount) : '–'),
    align: 'right',
    width: 130,
  },
];

const sum = (rows: readonly Line[], of: (row: Line) => number) => rows.reduce((total, row) => total + of(row), 0);

function Lines({ period, rows }: Report) {
  if (!period)
    return <EmptyState title="Not started yet">What it sells appears here from its first day on.</EmptyState>;
  const hasBoth = new Set(rows.filter(({ orders }) => orders > 0).map(({ kind }) => kind)).size > 1;
  return (
    <>
      <p>
        {counted(
          sum(rows, ({ orders }) => orders),
          'order',
          'orders',
        )}
        , net sales <strong>{formatMoney(sum(rows, ({ net }) => net))}</strong>, from {formatLongDay(period.from)} until
        today.
        {hasBoth && ' An order with a discount and a voucher counts in both.'}
      </p>
      <RowsTable
        label="Sales by promotion"
        rows={rows}
        expected={rows.length}
        columns={columns}
        rowKey={rowKey}
        rowLink={rowLink}
      />
      {daysIn(period) <= maxSalesDays && (
        <p>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/order/sales" search={{ ...period, period: 'custom', by: 'promotion' }} />
            )}
          >
            Compare with all promotions in Sales
          </Anchor>
        </p>
      )}
    </>
  );
}

export function CampaignSales({ id, record }: OpenCampaign) {
  const result = useCall(campaignSales, { params: { id } });
  if (record.promotions.length === 0) return null;
  return (
    <Section title="Sales">
      <Loaded result={result} what="sales">
        {(report) => <Lines {...report} />}
      </Loaded>
    </Section>
  );
}
