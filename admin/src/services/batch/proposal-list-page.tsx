/** List of changes that agents propose: each is signed or refused on its page. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type listProposals as List, listProposals, proposalStates } from '#contract/integration/proposals.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { proposalColours } from './proposal-words.ts';

type Row = RowOf<typeof List, 'proposals'>;

const columns: readonly Column<Row>[] = [
  { label: 'Change', cell: ({ title, reason }) => <NameCell name={title} sub={reason} /> },
  { label: 'Effects', cell: ({ affected }) => counted(affected, 'change', 'changes'), width: 130, hiddenBelow: 840 },
  { label: 'Agent', cell: ({ agent }) => agent, width: 220, hiddenBelow: 960 },
  {
    label: 'Status',
    cell: ({ state }) => <Badge colour={proposalColours[state]}>{proposalStates[state]}</Badge>,
    width: 130,
    card: 'badge',
  },
  { label: 'When', cell: ({ createdAt }) => <Moment at={createdAt} />, align: 'right', width: 150 },
];

const tabs = [
  { value: '', label: 'All' },
  ...Object.entries(proposalStates).map(([value, label]) => ({ value, label })),
];

export const ProposalListPage = () => (
  <ListPage
    title="Proposals"
    call={listProposals}
    rows="proposals"
    columns={columns}
    rowKey={({ proposalId }) => proposalId}
    rowLink={({ proposalId }) => `/batch/proposals/${proposalId}`}
    filters={[{ name: 'state', label: 'Status', tabs }]}
    actions={
      <Button variant="default" component={Link} to="/batch">
        Bulk changes
      </Button>
    }
    empty={{
      title: 'No proposals yet',
      text: 'Agents that may propose changes put them here. Nothing changes before somebody signs.',
    }}
  />
);
ProposalListPage.reads = listProposals;

/** Link to the proposals, with the number of open ones. */
export function ProposalsLink() {
  const { data } = useCall(listProposals, { query: { state: 'open', pageSize: 1 } });
  return (
    <Button variant="default" component={Link} to="/batch/proposals">
      Proposals{data && data.open > 0 ? ` (${formatNumber(data.open)})` : ''}
    </Button>
  );
}
