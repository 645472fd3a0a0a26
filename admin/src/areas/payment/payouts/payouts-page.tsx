/** List of payouts of the gateways, with the ways to get them and the export for the accountant. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { arrivals, fetchPayouts, getPayoutSource, listPayouts, payoutStates } from '#contract/payment/payouts.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall, useReread } from '#kit/api/use-call.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { monthChoices } from '../papers/months.ts';
import { JournalDialog } from './journal-dialog.tsx';
import { PayoutBadge } from './payout-state.tsx';

type Payout = RowOf<typeof listPayouts, 'payouts'>;

const everyMs = 2000;

/** Fetches from Xendit, for brands with an account, and reads the list again when that is done; the page of the import says what others have to set up. */
function FetchNow() {
  const { data } = useCall(getPayoutSource, {}, { everyMs: (source) => !!source?.isFetching && everyMs });
  const { run, loading } = useAction(fetchPayouts);
  const reread = useReread(listPayouts);
  const isFetching = data?.isFetching === true;
  const wasFetching = useRef(false);
  useEffect(() => {
    if (wasFetching.current && !isFetching) reread();
    wasFetching.current = isFetching;
  });
  if (data?.setUp !== null) return null;
  return (
    <>
      {data.failure !== null && (
        <Text size="sm" c="dimmed" maw={360}>
          The last fetch failed: {data.failure}
          {isFetching && '. It is tried again'}
        </Text>
      )}
      <Unavailable why={isFetching && 'Payouts are being fetched'} isShown>
        <Button variant="default" loading={loading} onClick={() => void run({ body: {} })}>
          Fetch now
        </Button>
      </Unavailable>
    </>
  );
}

function Actions() {
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setExporting(true)}>
        Export for the accountant
      </Button>
      <FetchNow />
      <Button renderRoot={(props) => <Link {...props} to="/payment/payouts/import" />}>Import a file</Button>
      {isExporting && <JournalDialog close={() => setExporting(false)} />}
    </>
  );
}

const columns: readonly Column<Payout>[] = [
  {
    label: 'Payout',
    cell: ({ reference, provider }) => <NameCell name={reference} sub={gatewayNames[provider]} />,
    copies: ['reference', ({ reference }) => reference],
  },
  { label: 'Paid out', sort: 'paidOutOn', cell: ({ paidOutOn }) => formatDay(paidOutOn), width: 120 },
  { label: 'State', cell: ({ differing }) => <PayoutBadge differing={differing} />, width: 150, card: 'badge' },
  {
    label: 'Bank',
    cell: ({ arrivedOn }) => (arrivedOn === null ? 'Not at the bank' : formatDay(arrivedOn)),
    width: 130,
    card: 'none',
  },
  { label: 'Orders', cell: ({ orders }) => formatNumber(orders), align: 'right', width: 80, hiddenBelow: 1080 },
  { label: 'Gross', cell: ({ gross }) => formatMoney(gross), align: 'right', width: 130, hiddenBelow: 840 },
  { label: 'Fees', cell: ({ fees }) => formatMoney(fees), align: 'right', width: 120, hiddenBelow: 840 },
  { label: 'Net', sort: 'net', cell: ({ net }) => formatMoney(net), align: 'right', width: 130 },
];

const filters = () => [
  { name: 'provider', label: 'Provider', options: choicesOf(gatewayNames) },
  { name: 'state', label: 'State', options: choicesOf(payoutStates) },
  { name: 'arrival', label: 'Bank', options: choicesOf(arrivals) },
  { name: 'month', label: 'Month', options: monthChoices() },
];

export const PayoutsPage = () => (
  <ListPage
    title="Payouts"
    call={listPayouts}
    rows="payouts"
    columns={columns}
    filters={filters()}
    rowKey={({ payoutId }) => payoutId}
    rowLink={({ payoutId }) => `/payment/payouts/${payoutId}`}
    search={{ placeholder: 'Search payout' }}
    actions={<Actions />}
    empty={{
      title: 'No payouts yet',
      text: 'Import the payout file of Midtrans, or fetch from Xendit: each payout is compared with the orders here.',
    }}
  />
);
PayoutsPage.reads = listPayouts;
