/** Lines of a payout, with their orders and what does not agree. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { type getPayout, lineKinds, lineStates, listPayoutLines } from '#contract/payment/payouts.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';
import { LineBadge } from './payout-state.tsx';

type Line = RowOf<typeof listPayoutLines, 'lines'>;

function OrderOf({ order, reference }: Line) {
  if (!order) return <NameCell name={reference || 'No order'} />;
  return (
    <Link to="/order/$id/{-$tab}" params={{ id: order.orderId }} style={{ color: 'inherit', textDecoration: 'none' }}>
      <NameCell name={order.invoiceNumber} sub={order.buyer} />
    </Link>
  );
}

/** Amount at the gateway, with that of the ledger if it is another. */
const Gross = ({ gross, recorded, state }: Line) => (
  <>
    {formatSignedMoney(gross)}
    {state === 'amount' && recorded !== null && (
      <Text size="xs" c="dimmed">
        here {formatSignedMoney(recorded)}
      </Text>
    )}
  </>
);

const columns: readonly Column<Line>[] = [
  { label: 'Order', cell: (line) => <OrderOf {...line} /> },
  { label: 'Kind', cell: ({ kind }) => lineKinds[kind], width: 110, hiddenBelow: 840 },
  { label: 'Time', cell: ({ at }) => formatShortMinute(at), width: 130, hiddenBelow: 1080 },
  { label: 'State', cell: ({ state }) => <LineBadge state={state} />, width: 190, card: 'badge' },
  { label: 'Gross', cell: (line) => <Gross {...line} />, align: 'right', width: 130 },
  { label: 'Fee', cell: ({ fee }) => formatMoney(fee), align: 'right', width: 100, hiddenBelow: 840 },
  { label: 'Net', cell: ({ net }) => formatSignedMoney(net), align: 'right', width: 130 },
];

const filters = [
  { name: 'state', label: 'State', options: choicesOf(lineStates) },
  { name: 'kind', label: 'Kind', options: choicesOf(lineKinds) },
];

export const PayoutLines = ({ record: { payoutId } }: { record: Reply<typeof getPayout> }) => (
  <RowsOf
    title="Lines"
    call={listPayoutLines}
    rows="lines"
    id={payoutId}
    columns={columns}
    rowKey={({ lineId }) => lineId}
    search="Search order, buyer or reference"
    filters={filters}
    empty={{ title: 'No lines', text: 'This payout has no lines.' }}
    nothing={{ title: 'No matches', text: 'Try another search or filter.' }}
  />
);
