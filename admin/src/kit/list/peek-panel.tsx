/** Peek panel: details of a row's record beside the list, with a link to its page. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { queryOf, useCall } from '../api/use-call.ts';
import { Loaded } from '../record/loaded.tsx';
import { type Peek, type Peeking } from './peek.ts';
import { focusRow, rowById, rowOf } from './row-focus.ts';
import classes from './peek-panel.module.css';

export interface PeekPanelProps<Row> {
  peek: Peek<Row>;
  id: string;
  show: Peeking['show'];
  /** Rows of the current page. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Below this width the panel covers the whole list. */
const coversList = () => matchMedia('(max-width: 767px)').matches;

export function PeekPanel<Row>({ peek, id, show, rows, rowKey }: PeekPanelProps<Row>) {
  const panel = useRef<HTMLElement>(null);
  const keys = rows.map(rowKey);
  usePrefetchNeighbours(peek, keys, id);
  // Moves the focus from a row that the panel covers.
  useEffect(() => {
    if (coversList() && document.activeElement && rowOf(document.activeElement)) panel.current?.focus();
  }, []);
  const close = () => {
    show(undefined);
    focusRow(rowById(id));
  };
  return (
    <aside ref={panel} className={classes['panel']} tabIndex={-1} aria-label={`Peek at the ${peek.what}`} data-peek>
      <Opened key={id} peek={peek} id={id} row={rows[keys.indexOf(id)]} close={close} />
    </aside>
  );
}

function Opened<Row>({
  peek,
  id,
  row,
  close,
}: {
  peek: Peek<Row>;
  id: string;
  row: Row | undefined;
  close: () => void;
}) {
  const result = useCall(peek.call, { params: { id } });
  const { badge: Badge, content: Content, title, to, what } = peek;
  const record = result.error?.status === 404 ? undefined : (result.data as (Row & object) | undefined);
  const head = record ?? row;
  return (
    <>
      <header className={classes['head']}>
        <h2>{head === undefined ? '' : title(head)}</h2>
        <Button component={Link} to={`${to}/${id}`} size="compact-sm" variant="default">
          Open
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close the peek"
          aria-keyshortcuts="Escape"
          onClick={close}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
        {Badge && <span className={classes['badge']}>{record && <Badge {...record} />}</span>}
      </header>
      <div className={classes['body']}>
        <Loaded result={result} what={what}>
          {(data) => (
            <Suspense>
              <Content record={data} />
            </Suspense>
          )}
        </Loaded>
      </div>
    </>
  );
}

/** Prefetches the records of the previous and the next row. */
function usePrefetchNeighbours<Row>(peek: Peek<Row>, keys: readonly string[], id: string): void {
  const client = useQueryClient();
  const at = keys.indexOf(id);
  const [after, before] = at < 0 ? [] : [keys[at + 1], keys[at - 1]];
  useEffect(() => {
    for (const one of [after, before]) if (one) void client.prefetchQuery(queryOf(peek.call, { params: { id: one } }));
  }, [client, peek, before, after]);
}
