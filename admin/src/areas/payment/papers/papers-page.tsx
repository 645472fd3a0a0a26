/** List of papers by month, with their sums, export and the way to Coretax. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paperExport } from '#contract/exports/endpoints.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listPapers, paperKinds, sumPapers } from '#contract/payment/papers.ts';
import { call } from '#kit/api/call.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { monthChoices } from './months.ts';

type Paper = RowOf<typeof listPapers, 'papers'>;

/** Exports the listed papers as a spreadsheet; the export is logged under Exports. */
function ExportPapers() {
  const exporting = useExport({
    what: 'papers',
    messages: { preferServer: true },
    authorize: (query: ReturnType<typeof useListed<typeof listPapers>>, signal) =>
      call(paperExport.begin, { query }, { signal }),
    write: async (begun, _filter, work) => (await import('./papers-workbook.ts')).papersWorkbook(begun, work),
  });
  return <ExportButton exporting={exporting} of={useListed(listPapers)} />;
}

function PaperSums() {
  const { data, error } = useCall(sumPapers, { query: useListed(listPapers) }, { keepPrevious: true });
  const words = data?.sums.map(
    ({ kind, count, total, vat }) =>
      `${paperKinds[kind]}: ${formatMoney(total)} (${formatNumber(count)})${vat > 0 ? `, PPN ${formatMoney(vat)}` : ''}`,
  );
  return (
    <span role="status" aria-label="Sums">
      {error ? 'The sums could not be loaded.' : words?.join(' · ')}
    </span>
  );
}

const columns: readonly Column<Paper>[] = [
  {
    label: 'Number',
    cell: ({ number, invoiceNumber }) => <NameCell name={number} sub={invoiceNumber} />,
    copies: ['number', ({ number }) => number],
    width: 'clamp(200px, 24cqw, 280px)',
  },
  { label: 'Kind', cell: ({ kind }) => paperKinds[kind], width: 120, card: 'badge' },
  { label: 'Buyer', cell: ({ buyerName }) => buyerName },
  { label: 'Total', cell: ({ total }) => formatMoney(total), align: 'right', width: 130 },
  { label: 'PPN', cell: ({ vat }) => (vat > 0 ? formatMoney(vat) : '–'), align: 'right', width: 120, hiddenBelow: 840 },
  { label: 'Issued', sort: 'issuedAt', cell: ({ issuedAt }) => <Moment at={issuedAt} />, align: 'right', width: 140 },
];

const filters = () => [
  { name: 'month', label: 'Month', options: monthChoices() },
  { name: 'kind', label: 'Kind', options: choicesOf(paperKinds) },
];

export const PapersPage = () => (
  <ListPage
    title="Invoices"
    call={listPapers}
    rows="papers"
    columns={columns}
    filters={filters()}
    rowKey={({ paperId }) => paperId}
    rowLink={({ orderId }) => `/order/${orderId}`}
    search={{ placeholder: 'Search number, order or buyer' }}
    totals={<PaperSums />}
    actions={
      <>
        <ExportPapers />
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/order/papers/coretax" />}>
          Coretax
        </Button>
      </>
    }
    empty={{
      title: 'No papers yet',
      text: 'Invoices, receipts and credit notes that are issued on the page of an order appear here, newest first.',
    }}
  />
);
PapersPage.reads = listPapers;
