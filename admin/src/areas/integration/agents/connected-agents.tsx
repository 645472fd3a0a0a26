/** Agents that people of the brand connected, with who they work for, what they may do, and the end of each. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConnectedAgent, listAgents, revokeAgent } from '#contract/integration/agents.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import type { Column } from '#kit/list/column.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { RowsTable } from '#kit/list/rows-table.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';

function Disconnect({ agentId, name, userName }: ConnectedAgent) {
  const { run, loading } = useAction(revokeAgent);
  const ask = async () => {
    const question = {
      title: `Disconnect ${name} of ${userName}?`,
      text: 'Its next call is refused. What it proposed stays. The person can connect it again.',
      action: 'Disconnect 1 agent',
    };
    if (await confirm({ ...question, isDestructive: true })) await run({ query: { agentId } });
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={loading}
      aria-label={`Disconnect ${name} of ${userName}`}
      onClick={() => void ask()}
    >
      Disconnect
    </Button>
  );
}

const columns: readonly Column<ConnectedAgent>[] = [
  { label: 'Agent', cell: ({ name }) => <NameCell name={name} /> },
  { label: 'Works for', cell: ({ userId, userName }) => <Link to={`/user/${userId}`}>{userName}</Link>, card: 'fact' },
  {
    label: 'May',
    cell: ({ mayPropose }) => (mayPropose ? 'Read, propose changes' : 'Read'),
    width: 190,
    card: 'fact',
  },
  { label: 'Connected', cell: ({ connectedAt }) => <Moment at={connectedAt} />, width: 150, hiddenBelow: 960 },
  { label: 'Last use', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} />, width: 150, card: 'fact' },
  { label: 'Actions', isLabelHidden: true, width: 140, cell: (agent) => <Disconnect {...agent} /> },
];

export function ConnectedAgents() {
  const [page, setPage] = useState(1);
  const result = useCall(listAgents, { query: { page } });
  return (
    <Section title="Connected agents">
      <Loaded result={result} what="agents">
        {({ agents, totalItems, pageSize }) =>
          totalItems === 0 ? (
            <EmptyState title="No agents yet">
              When somebody connects an assistant to their account, it is listed here.
            </EmptyState>
          ) : (
            <>
              <RowsTable
                label="Connected agents"
                columns={columns}
                rows={agents}
                expected={agents.length}
                rowKey={({ agentId }) => agentId}
              />
              {totalItems > pageSize && <Paging page={page} pageSize={pageSize} total={totalItems} onPage={setPage} />}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
