/** Peek panel: details of a row's record beside the list, with a link to its page. */
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { useCall } from '../api/use-call.ts';
import { afterPaint } from '../after-paint.ts';
import { useRootMark } from '../use-root-mark.ts';
import { PageLink } from '../display/page-link.tsx';
import { Loaded } from '../record/loaded.tsx';
import { type Peek, type Peeking, pageOfRow } from './peek.ts';
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
  usePrefetchNeighbours(peek, rows, keys, id);
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
      <Room />
    </aside>
  );
}

/** Narrows the list once the panel is painted: laying out all rows takes as long as the panel itself. */
function Room() {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  useRootMark('peek', isPainted);
  return null;
}

interface OpenedProps<Row> {
  peek: Peek<Row>;
  id: string;
  row: Row | undefined;
  close: () => void;
}

function Opened<Row>(props: OpenedProps<Row>) {
  const { peek, id, row } = props;
  if (peek.call) return <OpenedRecord {...props} call={peek.call} />;
  return (
    <Frame {...props} record={row as (Row & object) | undefined}>
      <peek.content id={id} record={row} />
    </Frame>
  );
}

function OpenedRecord<Row>({ call, ...props }: OpenedProps<Row> & { call: Endpoint }) {
  const { peek, id } = props;
  const result = useCall(call, { params: { id } });
  const record = result.error?.status === 404 ? undefined : (result.data as (Row & object) | undefined);
  return (
    <Frame {...props} record={record}>
      <Loaded result={result} what={peek.what}>
        {(data) => <peek.content id={id} record={data} />}
      </Loaded>
    </Frame>
  );
}

function Frame<Row>({
  peek,
  id,
  row,
  record,
  close,
  children,
}: OpenedProps<Row> & { record: (Row & object) | undefined; children: ReactNode }) {
  const { badge: Badge, title, what } = peek;
  const head = record ?? row;
  const to = pageOfRow(peek, id, row);
  return (
    <>
      <header className={classes['head']}>
        <h2>{head === undefined ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : title(head)}</h2>
        {to && (
          <Button component={PageLink} to={to} size="compact-sm" variant="default">
            Open
          </Button>
        )}
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
        <Suspense>{children}</Suspense>
      </div>
    </>
  );
}

/** Prefetches what the panel of the previous and the next row reads. */
function usePrefetchNeighbours<Row>(peek: Peek<Row>, rows: readonly Row[], keys: readonly string[], id: string): void {
  const client = useQueryClient();
  const at = keys.indexOf(id);
  const [after, before] = at < 0 ? [] : [keys[at + 1], keys[at - 1]];
  const prefetch = useEffectEvent((key: string) => peek.prefetch(client, rows[keys.indexOf(key)]!, key));
  useEffect(
    () =>
      afterPaint(() => {
        for (const one of [after, before]) if (one) prefetch(one);
      }),
    [before, after],
  );
}
