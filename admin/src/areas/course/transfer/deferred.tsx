/** People whose place of a course waits for another one, longest first. */
import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { listDeferred, transferPlaces } from '#contract/user/transfer.ts';
import { call } from '#kit/api/call.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { RowsTable } from '#kit/list/rows-table.tsx';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import { useSelection } from '#kit/list/use-selection.ts';
import { MovePlaces } from './move-places.tsx';

type Place = Reply<typeof listDeferred>['places'][number];

const columns: readonly Column<Place>[] = [
  { label: 'Name', cell: ({ name }) => name },
  { label: 'E-mail', cell: ({ email }) => email },
  { label: 'Waits since', width: 180, cell: ({ since }) => formatShortMinute(since) },
];
const keyOf = ({ userId }: Place) => userId;

export function Deferred({ courseId }: { courseId: string }) {
  const [page, setPage] = useState(1);
  const params = { id: courseId };
  const { data, isPrevious } = useCall(listDeferred, { params, query: { page } }, { keepPrevious: true });
  const selection = useSelection<Place>(courseId, isPrevious);
  const mayMove = mayCall(transferPlaces, role() ?? '');
  if (!data || data.totalItems === 0) return null;
  const readPage = async (next: number, signal: AbortSignal) => {
    const reply = await call(listDeferred, { params, query: { page: next, pageSize: 100 } }, { signal });
    return { rows: reply.places, totalItems: reply.totalItems };
  };
  return (
    <section aria-label="Deferred">
      <Title order={3} size="h5" mt="lg">
        Deferred {formatNumber(data.totalItems)}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Their places wait for a batch. They cannot open the course meanwhile.
      </Text>
      <RowsTable
        label="Deferred places"
        columns={columns}
        rows={data.places}
        expected={data.places.length}
        rowKey={keyOf}
        rowName={({ name }) => name}
        rowLink={({ userId }) => `/user/${userId}`}
        selection={mayMove ? selection : undefined}
        isStale={isPrevious}
      />
      <Paging page={page} pageSize={data.pageSize} total={data.totalItems} onPage={setPage} />
      <SelectionBar
        selection={selection}
        matching={{ ...data, keyOf, readPage }}
        max={maxIds}
        onClear={() => undefined}
      >
        <MovePlaces courseId={courseId} people={selection.selected} areWaiting moved={selection.clear} />
      </SelectionBar>
    </section>
  );
}
