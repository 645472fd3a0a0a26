/** The record of a row beside its list: what its page tells of it, and the way there. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { queryOf, useCall } from '../api/use-call.ts';
import { Loaded } from '../record/loaded.tsx';
import { type Peek, type Peeking, peekInput } from './peek.ts';
import { focusRow, rowById, rowOf } from './row-focus.ts';
import classes from './peek-panel.module.css';

export interface PeekPanelProps<Row> {
  peek: Peek<Row>;
  id: string;
  show: Peeking['show'];
  /** Those of the page that is shown. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Under this the panel lies over the whole list. */
const isAlone = () => matchMedia('(max-width: 767px)').matches;

export function PeekPanel<Row>({ peek, id, show, rows, rowKey }: PeekPanelProps<Row>) {
  const panel = useRef<HTMLElement>(null);
  const keys = rows.map(rowKey);
  useAhead(peek, keys, id);
  // Who came from a row that cannot be seen any more.
  useEffect(() => {
    if (isAlone() && document.activeElement && rowOf(document.activeElement)) panel.current?.focus();
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
  const result = useCall(peek.call, peekInput(id));
  const { badge: Badge, content: Content, title, to, what } = peek;
  const record = result.error?.status === 404 ? undefined : (result.data as (Row & object) | undefined);
  const told = record ?? row;
  return (
    <>
      <header className={classes['head']}>
        <h2>{told === undefined ? '' : title(told)}</h2>
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

/** Walking on waits for nothing: the records of the rows before and after are read ahead. */
function useAhead<Row>(peek: Peek<Row>, keys: readonly string[], id: string): void {
  const client = useQueryClient();
  const at = keys.indexOf(id);
  const [after, before] = at < 0 ? [] : [keys[at + 1], keys[at - 1]];
  useEffect(() => {
    for (const one of [after, before]) if (one) void client.prefetchQuery(queryOf(peek.call, peekInput(one)));
  }, [client, peek, before, after]);
}
