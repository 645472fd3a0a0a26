/**
 * List of batches: what was changed, by whom, with which result. No filters, selection or views: the newest are looked for,
 * and each is undone on its page.
 */
import { type listBatches as List, batchDays, listBatches } from '#contract/batch/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { ProposalsLink } from './proposal-list-page.tsx';
import { resultOf, scopeOf, stateOf } from './batch-words.ts';

type Row = RowOf<typeof List, 'batches'>;

function State(batch: Row) {
  const { label, colour } = stateOf(batch);
  return <Badge colour={colour}>{label}</Badge>;
}

const columns: readonly Column<Row>[] = [
  { label: 'Change', cell: (batch) => <NameCell name={batch.title} sub={scopeOf(batch)} /> },
  { label: 'Result', cell: resultOf, hiddenBelow: 840 },
  { label: 'Who', cell: ({ user }) => user.name, width: 180, hiddenBelow: 1080 },
  { label: 'Status', cell: State, width: 150, card: 'badge' },
  { label: 'When', cell: ({ createdAt }) => <Moment at={createdAt} />, align: 'right', width: 150 },
];

export const BatchListPage = () => (
  <ListPage
    title="Bulk changes"
    call={listBatches}
    rows="batches"
    columns={columns}
    rowKey={({ batchId }) => batchId}
    rowLink={({ batchId }) => `/batch/${batchId}`}
    search={{ placeholder: 'Search who changed' }}
    actions={<ProposalsLink />}
    empty={{
      title: 'No bulk changes yet',
      text: `Select rows of a list to change them together. The results appear here for ${batchDays} days and can be undone.`,
    }}
  />
);
BatchListPage.reads = listBatches;
