/** Queue of refunds: what waits for approval, for a bank transfer or for the gateway, and what failed. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refundExport } from '#contract/exports/endpoints.ts';
import { type CallInput, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type RefundState, underWay } from '#contract/payment/refund-rules.ts';
import { type RefundView, listRefunds, markTransferred, refundViews } from '#contract/payment/refunds.ts';
import { RefundActions } from '#admin-shared/refund/refund-actions.tsx';
import { TransferDialog } from '#admin-shared/refund/refund-dialogs.tsx';
import { type Refund, RefundBadge, wayOf } from '#admin-shared/refund/refund-words.tsx';
import { call } from '#kit/api/call.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { counted, formatShortMinute, formatTotal } from '#kit/format/formats.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { Selecting, SelectionActions } from '#kit/list/use-list-selection.tsx';
import { useListState, useListed } from '#kit/list/use-list-state.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';

const viewNames: Readonly<Record<RefundView, string>> = {
  'to-approve': 'To approve',
  'to-transfer': 'To transfer',
  'at-gateway': 'At the gateway',
  failed: 'Failed',
  done: 'Paid back',
  ended: 'Ended',
  all: 'All',
};
const howTo = 'Press Refund on the page of a paid order to ask for one.';
const empty: Readonly<Record<RefundView, { title: string; text: string }>> = {
  'to-approve': { title: 'Nothing waits for approval', text: howTo },
  'to-transfer': {
    title: 'Nothing is to be transferred',
    text: 'Approved refunds that no gateway pays back wait here until you have transferred them.',
  },
  'at-gateway': { title: 'Nothing is at the gateway', text: 'Refunds wait here until the gateway has paid them back.' },
  failed: { title: 'Nothing failed', text: 'Refunds that a gateway refuses come here, with its reason.' },
  done: { title: 'Nothing was paid back yet', text: howTo },
  ended: { title: 'Nothing was rejected or cancelled', text: 'Refunds that end without a payment stay here.' },
  all: { title: 'No refunds yet', text: howTo },
};
/** Where counting stops. */
const countCap = 10_000;

/** Tab with its number of refunds, if they wait for something. */
function tabOf(value: RefundView, counts: Record<RefundState, number> | undefined) {
  const state = underWay.find((one) => one === value);
  const n = state && counts?.[state];
  const count = n === undefined ? '' : ` (${formatTotal(Math.min(n, countCap), n > countCap)})`;
  return { value, label: `${viewNames[value]}${count}` };
}

/** Exports the listed refunds as a spreadsheet: those to transfer are the list for the bank. */
function ExportRefunds() {
  const exporting = useExport({
    what: 'refunds',
    messages: { preferServer: true },
    authorize: (query: ReturnType<typeof useListed<typeof listRefunds>>, signal) =>
      call(refundExport.begin, { query }, { signal }),
    write: async (begun, _filter, work) => (await import('./refunds-workbook.ts')).refundsWorkbook(begun, work),
  });
  return <ExportButton exporting={exporting} of={useListed(listRefunds)} />;
}

/** Marks the selected refunds as transferred. */
function SelectedActions({ selection }: SelectionActions<Refund>) {
  const [isOpen, setOpen] = useState(false);
  const refunds = [...selection.selected.values()];
  const waiting = refunds.filter(({ state }) => state === 'to-transfer');
  return (
    <>
      <CopySelected
        selection={selection}
        one="account"
        many="accounts"
        rows={['refund', 'refunds']}
        textOf={(refund) => [wayOf(refund), refund.amount, refund.invoiceNumber].join('\t')}
      />
      {waiting.length > 0 && (
        <Button size="xs" onClick={() => setOpen(true)}>
          Mark {counted(waiting.length, 'refund', 'refunds')} as transferred
        </Button>
      )}
      {isOpen && (
        <TransferDialog
          refunds={waiting}
          close={(isMarked) => {
            setOpen(false);
            if (isMarked) selection.clear();
          }}
        />
      )}
    </>
  );
}

const selection: Selecting<Refund> = {
  max: 100,
  name: ({ invoiceNumber, amount }) => `${formatMoney(amount)} of ${invoiceNumber}`,
  actions: SelectedActions,
};

const columns: readonly Column<Refund>[] = [
  {
    label: 'Order',
    cell: ({ invoiceNumber, buyerName }) => <NameCell name={invoiceNumber} sub={buyerName} />,
    copies: ['invoice', ({ invoiceNumber }) => invoiceNumber],
    width: 'clamp(190px, 19cqw, 240px)',
  },
  { label: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right', width: 120 },
  {
    label: 'Way and reason',
    cell: (refund) => <NameCell name={wayOf(refund)} sub={refund.failure || refund.reason} />,
  },
  { label: 'State', cell: ({ state }) => <RefundBadge state={state} />, width: 138, card: 'badge' },
  {
    label: 'Asked for',
    sort: 'askedAt',
    cell: ({ askedAt, askedBy }) => <NameCell name={formatShortMinute(askedAt)} sub={askedBy?.name} />,
    width: 152,
    hiddenBelow: 1080,
  },
  {
    label: 'Action',
    cell: (refund) => <RefundActions refund={refund} justify="flex-end" />,
    align: 'right',
    width: 284,
    isLabelHidden: true,
  },
];

/** Polling interval: gateways pay back without any action on the page. */
const everyMs = 5_000;

export function RefundsPage() {
  const { state } = useListState(listRefunds.query!);
  const input = { query: state } as unknown as CallInput<typeof listRefunds>;
  const isMoving = (data: { counts: Record<RefundState, number> } | undefined) =>
    (data?.counts['at-gateway'] ?? 0) > 0 && everyMs;
  const { data } = useCall(listRefunds, input, { everyMs: isMoving, keepPrevious: true });
  const views = Object.keys(refundViews) as RefundView[];
  const canMark = state['view'] === 'to-transfer' && mayCall(markTransferred, role() ?? '');
  return (
    <ListPage
      title="Refunds"
      call={listRefunds}
      rows="refunds"
      columns={columns}
      filters={[{ name: 'view', label: 'List', tabs: views.map((view) => tabOf(view, data?.counts)) }]}
      rowKey={({ refundId }) => refundId}
      rowLink={({ orderId }) => `/order/${orderId}`}
      search={{ placeholder: 'Search order or buyer' }}
      selection={canMark ? selection : undefined}
      actions={<ExportRefunds />}
      empty={empty[state['view'] as RefundView]}
    />
  );
}
RefundsPage.reads = listRefunds;
