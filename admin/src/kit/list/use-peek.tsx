/** Peek panel of a list: the open row is in the URL (`?peek=`), with shortcuts. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useCallback } from 'react';
import { useWindowEvent } from '../use-window-event.ts';
import { isTyping, type Keys, usePageKeys } from '../feedback/keys.ts';
import type { Search } from './list-state.ts';
import { type Peek, type Peeking, pageOfRow } from './peek.ts';
import type { PeekPanelProps } from './peek-panel.tsx';
import { focusRow, nextRow, rowById, rowOf } from './row-focus.ts';

/** Opens the panel of another row; undefined closes it. */
export function useShowPeek(): Peeking['show'] {
  const navigate = useNavigate();
  return useCallback(
    (next: string | undefined) => {
      const search = (now: Search): Search => ({ ...now, peek: next });
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    },
    [navigate],
  );
}

/** Id of the open row, and its setter. */
export function usePeek(): Peeking {
  const id = useSearch({ strict: false, select: (search: Search) => search['peek'] });
  return { id, show: useShowPeek() };
}

const panelCode = () => import('./peek-panel.tsx');
const PeekPanel = lazy(async () => ({ default: (await panelCode()).PeekPanel })) as <Row>(
  props: PeekPanelProps<Row>,
) => ReactNode;

const panel = () => document.querySelector<HTMLElement>('[data-peek]');
/** Elements where Space has another meaning. */
const hasOwnSpace = 'button, input, summary, [role="button"]';

/** First field of the open panel, else the panel. */
const focusInside = () => (panel()?.querySelector<HTMLElement>('[data-peek-field]') ?? panel())?.focus();

/**
 * Handles a shortcut: Space on a row toggles the panel, ↑ ↓ move while it is open, → focuses the panel, Enter there
 * opens the page, Esc closes and returns to the row. Without `openPage` Enter on a row opens the panel, and then moves
 * into it. Returns whether the key was handled.
 */
function peekKey(
  event: KeyboardEvent,
  target: Element,
  { id, show }: Peeking,
  openPage: (() => void) | undefined,
): boolean {
  const row = rowOf(target);
  const isInside = panel()?.contains(target) ?? false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const peeked = id === undefined ? undefined : rowById(id);
  if (event.key === ' ' && row?.dataset['row'] && !target.matches(hasOwnSpace)) {
    show(row === peeked ? undefined : row.dataset['row']);
    return true;
  }
  if (!openPage && event.key === 'Enter' && row && row === target) {
    if (row === peeked) focusInside();
    else show(row.dataset['row']);
    return true;
  }
  if (id === undefined || (isTyping(event) && !(isInside && event.key === 'Escape'))) return false;
  if (event.key === 'Escape') {
    show(undefined);
    focusRow(peeked);
  } else if (step && (row || isInside)) {
    const next = nextRow(row ?? peeked, step);
    if (next) show(next.dataset['row']);
    if (isInside) next?.scrollIntoView({ block: 'nearest' });
    else focusRow(next);
  } else if (event.key === 'ArrowRight' && row) focusInside();
  else if (event.key === 'Enter' && target === panel() && openPage) openPage();
  else return false;
  return true;
}

const keys: Keys = [
  ['Space', 'Show and hide the row beside the list'],
  ['→', 'Move into it'],
];

/** Captures keys before the list's own shortcuts. */
function usePeekKeys<Row>(peek: Peek<Row> | undefined, peeking: Peeking, row: Row | undefined): void {
  const navigate = useNavigate();
  usePageKeys(peek && keys);
  const listen = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!peek || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('[role="dialog"], [role="menu"]')) return;
    const page = peeking.id === undefined ? undefined : pageOfRow(peek, peeking.id, row);
    const openPage = peek.to === undefined && !peek.pageOf ? undefined : () => void (page && navigate({ href: page }));
    if (peekKey(event, target, peeking, openPage)) event.preventDefault();
  };
  useWindowEvent('keydown', listen, true);
}

/** Rows that the focus only passes are not read ahead; as long as the router waits before it preloads a page. */
const settledMs = 50;

/** Loads the code of the panel, and what it reads of the row on which the focus rests. */
function useReadAhead<Row>(peek: Peek<Row> | undefined, rowKey: (row: Row) => string, rows: readonly Row[]): void {
  const client = useQueryClient();
  const readAhead = useDebouncedCallback((id: string | undefined) => {
    const row = rows.find((one) => rowKey(one) === id);
    if (row && id !== undefined) peek?.prefetch(client, row, id);
  }, settledMs);
  useWindowEvent('focusin', ({ target }) => {
    const row = peek && target instanceof Element ? rowOf(target) : undefined;
    readAhead(row?.dataset['row']);
    if (!row) return;
    peek?.prepare();
    void panelCode();
  });
}

interface BesideProps<Row> {
  peek?: Peek<Row> | undefined;
  rowKey: (row: Row) => string;
  rows: readonly Row[] | undefined;
}

const none: readonly [] = [];

/** Panel beside the list, while a row is open. A component, so that the list is not rendered for each row. */
export function PeekBeside<Row>({ peek, rowKey, rows = none }: BesideProps<Row>): ReactNode {
  const peeking = usePeek();
  const { id, show } = peeking;
  usePeekKeys(
    peek,
    peeking,
    rows.find((row) => rowKey(row) === id),
  );
  useReadAhead(peek, rowKey, rows);
  return peek && id !== undefined ? (
    <Suspense>
      <PeekPanel peek={peek} id={id} show={show} rows={rows} rowKey={rowKey} />
    </Suspense>
  ) : null;
}
