/** Page of a batch: progress, result of each record, Cancel and Undo. */
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import {
  type Batch,
  type BatchKindName,
  batchKinds,
  batchRowStates,
  getBatch,
  listBatchRows,
  cancelBatch,
  maxInstant,
} from '#contract/batch/endpoints.ts';
import { useTask, useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatNumber, counted } from '#kit/format/formats.ts';
import { LongText } from '#kit/display/long-text.tsx';
import { pageOf } from '#kit/record/record-pages.ts';
import { type Column, SourceListPage } from '#kit/list/list-page.tsx';
import { type RowOf, endpointSource } from '#kit/list/source.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { useTitledPage } from '#kit/record/page-title.ts';
import { BatchProgress } from './batch-progress.tsx';
import { rowColours, rowStates } from './batch-words.ts';
import { Button } from '@mantine/core';
import { recordKinds, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import { useBatchUndo } from '#admin-shared/batch/use-batch.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';

const title = () => document.querySelector<HTMLElement>('#main');

function CancelButton({ batchId }: Batch) {
  const { run, loading } = useAction(cancelBatch);
  const cancel = async () => (await run({ params: { id: batchId } })).ok;
  return (
    <Button variant="default" loading={loading} onClick={() => void runThenFocus(cancel, title)}>
      Cancel
    </Button>
  );
}

function UndoButton({ batchId, kind, done }: Batch) {
  const { run, loading } = useBatchUndo(done <= maxInstant);
  const { table } = recordKinds[batchKinds[kind].record];
  const undo = async () => {
    const records = counted(done, recordNoun(table), recordNounPlural(table));
    const isSure = await confirm({
      title: `Undo the change of ${records}?`,
      text: 'Undo: each gets its former value again, unless it was changed since: those are kept as they are and listed.',
      action: `Undo ${records}`,
    });
    return isSure && (await run({ params: { id: batchId } })).ok;
  };
  return (
    <Button variant="default" loading={loading} onClick={() => void runThenFocus(undo, title)}>
      Undo
    </Button>
  );
}

/** Cancels a running batch, and undoes one that is over. */
function BatchActions({ batch }: { batch: Batch }) {
  if (batch.state === 'running') return <CancelButton {...batch} />;
  return batch.done > 0 ? <UndoButton {...batch} /> : null;
}

type Row = RowOf<typeof listBatchRows, 'rows'>;

/** Polling interval while the batch runs. */
const everyMs = 1_000;

const columns: readonly Column<Row>[] = [
  { label: 'Record', cell: ({ name }) => name },
  {
    label: 'Status',
    cell: ({ state }) => <Badge colour={rowColours[state]}>{batchRowStates[state]}</Badge>,
    width: 150,
    card: 'badge',
  },
  {
    label: 'Change',
    cell: ({ before, after }) => [before, after].filter((value) => value !== null).join(' → ') || '–',
    width: 220,
  },
  { label: 'Reason', cell: ({ reason }) => reason && <LongText>{reason}</LongText>, isLong: true },
];

const rowKey = ({ n }: Row) => String(n);

function linkOf(kind: BatchKindName): ((row: Row) => string) | undefined {
  const { record, isMixed } = { isMixed: false, ...batchKinds[kind] };
  if (record === 'order') return ({ recordId }) => `/order/${recordId}`;
  // Rows of products do not name their kinds, and a row of paid and access is gone with what caused it.
  if (isMixed || record === 'access-gap') return undefined;
  return pageOf(record, '') === undefined ? undefined : ({ recordId }) => pageOf(record, recordId) ?? '';
}

/** Tabs of the states that the batch has records in. */
const tabsOf = (batch: Batch) => [
  {
    name: 'state',
    label: 'Status',
    tabs: [
      { value: '', label: `All (${formatNumber(batch.total)})` },
      ...rowStates
        .filter((state) => batch[state] > 0)
        .map((value) => ({ value, label: `${batchRowStates[value]} (${formatNumber(batch[value])})` })),
    ],
  },
];

/** Reads the results again, and marks all other data as stale, when the batch ends. */
function useEnding({ state }: Batch): void {
  const { run } = useTask<void, void>({
    messages: undefined,
    writes: true,
    perform: () => Promise.resolve(),
  });
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') void run();
    before.current = state;
  }, [state, run]);
}

function Results({ batch }: { batch: Batch }) {
  const { batchId, title, kind } = batch;
  const source = useMemo(() => endpointSource(listBatchRows, 'rows', { id: batchId }), [batchId]);
  const rowLink = useMemo(() => linkOf(kind), [kind]);
  useTitledPage(title);
  useEnding(batch);
  return (
    <SourceListPage
      source={source}
      title={title}
      columns={columns}
      rowKey={rowKey}
      {...(rowLink && { rowLink })}
      filters={tabsOf(batch)}
      search={{ placeholder: 'Search records' }}
      summary={<BatchProgress batch={batch} />}
      actions={<BatchActions batch={batch} />}
      empty={{ title: 'No records', text: 'The records of this change are gone.' }}
    />
  );
}

export function BatchPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(getBatch, { params: { id } }, { everyMs: (data) => data?.state === 'running' && everyMs });
  return (
    <Loaded result={result} what="bulk change" isPage>
      {(batch) => <Results batch={batch} />}
    </Loaded>
  );
}
BatchPage.reads = getBatch;
