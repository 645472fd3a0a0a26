/** Page of a proposal: who proposes what and why, every change that signing makes, and Sign and Refuse. */
import { Alert, Anchor, Code, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  type Effects,
  getProposal,
  proposalStates,
  refuseProposal,
  signProposal,
} from '#contract/integration/proposals.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted, formatMoment } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { DetailPage, Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { type EffectRow, effectRows, proposalColours } from './proposal-words.ts';

type Proposal = Reply<typeof getProposal>;

function Change({ deed, changes }: EffectRow) {
  if (changes.length === 0) return deed;
  return changes.map(({ label, was, becomes }) => (
    <div key={label}>
      {label}: {was !== null && <del>{was}</del>} {was !== null && '→'} {becomes}
    </div>
  ));
}

const columns: readonly Column<EffectRow>[] = [
  { label: 'Record', cell: ({ name, within }) => <NameCell name={name} sub={within} /> },
  { label: 'Change', cell: Change, isLong: true },
];
const rowKey = ({ key }: EffectRow) => key;

function EffectsTable({ effects }: { effects: Effects }) {
  const rows = useMemo(() => effectRows(effects), [effects]);
  const rowLink = ({ to = '' }: EffectRow) => to;
  const isLinked = rows.every(({ to }) => to !== undefined);
  return (
    <RowsTable
      label="Effects"
      columns={columns}
      rows={rows}
      expected={rows.length}
      rowKey={rowKey}
      {...(isLinked && { rowLink })}
    />
  );
}

/** Sign and Refuse, while it is open. */
function useDecision({ proposalId: id, title, digest, state, affected }: Proposal, readAgain: () => Promise<unknown>) {
  const signing = useAction(signProposal);
  const refusing = useAction(refuseProposal);
  if (state !== 'open') return undefined;
  const changes = counted(affected, 'change', 'changes');
  const sign = async () => {
    const text = `Sign: ${changes} are made in your name. If the records have changed meanwhile, nothing is done, and you see the new effects.`;
    if (await confirm({ title: `Sign “${title}”?`, text, action: `Make ${changes}` }))
      // A refusal may come with new effects.
      if (!(await signing.run({ params: { id }, body: { digest } })).ok) await readAgain();
  };
  const refuse = async () => {
    const text = 'Refuse: nothing changes. The agent sees that you refused, and can propose something else.';
    if (await confirm({ title: `Refuse “${title}”?`, text, action: 'Refuse 1 proposal', isDestructive: true }))
      await refusing.run({ params: { id } });
  };
  return {
    primary: { label: 'Sign…', run: sign, isBusy: signing.loading },
    quick: [{ label: 'Refuse…', run: refuse, isBusy: refusing.loading }] as const,
  };
}

/** Outcome of a proposal that is not open any more. */
function Outcome({ state, batchId, decidedBy, decidedAt }: Proposal) {
  if (state === 'open') return null;
  if (state === 'expired') return <Alert color="gray">It expired without an answer. Nothing was changed.</Alert>;
  return (
    <Alert color={state === 'signed' ? 'green' : 'red'} mb="md">
      {proposalStates[state]} by {decidedBy}, {decidedAt && formatMoment(decidedAt)}.{' '}
      {batchId && (
        <Anchor renderRoot={(props) => <Link {...props} to={`/batch/${batchId}`} />}>Results and undo</Anchor>
      )}
    </Alert>
  );
}

function ProposalView({ proposal, readAgain }: { proposal: Proposal; readAgain: () => Promise<unknown> }) {
  const { title, reason, agent, state, affected, effects, tool, input, createdAt, expiresAt } = proposal;
  const actions = useDecision(proposal, readAgain);
  return (
    <DetailPage
      title={title}
      above={[{ label: 'Proposals', to: '/batch/proposals' }]}
      badge={<Badge colour={proposalColours[state]}>{proposalStates[state]}</Badge>}
      actions={actions}
      side={
        <Facts
          title="Proposal"
          facts={[
            ['Agent', agent],
            ['Proposed', formatMoment(createdAt)],
            ['Expires', formatMoment(expiresAt)],
          ]}
        />
      }
    >
      <Outcome {...proposal} />
      <Section title="Reason of the agent">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reason}</Text>
      </Section>
      <Section title={state === 'signed' ? 'What it changed' : `What signing changes: ${affected}`}>
        <EffectsTable effects={effects} />
      </Section>
      <Section title="The exact call">
        <Code block tabIndex={0} aria-label="Call">
          {`${tool}\n${JSON.stringify(input, null, 2)}`}
        </Code>
      </Section>
    </DetailPage>
  );
}

export function ProposalPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(getProposal, { params: { id } });
  return (
    <Loaded result={result} what="proposal" isPage>
      {(proposal) => <ProposalView proposal={proposal} readAgain={result.refetch} />}
    </Loaded>
  );
}
ProposalPage.reads = getProposal;
