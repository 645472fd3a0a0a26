/** Start page: one queue of what waits for the role, walked by keyboard, below the figures of the day. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type TodayItem, figureNames, getToday } from '#contract/home/endpoints.ts';
import { type TodayKind, todayKinds } from '#contract/home/today.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Figures } from '#kit/display/figures.tsx';
import { ErrorState, StaleNotice } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatLongDay, formatTotal, listed } from '#kit/format/formats.ts';
import type { Search } from '#kit/list/list-state.ts';
import { rowPeekOf } from '#kit/list/peek.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { useListKeys } from '#kit/list/use-list-keys.ts';
import { PeekBeside, usePeek } from '#kit/list/use-peek.tsx';
import { useRootMark } from '#kit/use-root-mark.ts';
import { useRowsPlace } from '#kit/list/use-restored-position.ts';
import { FirstSteps } from './first-steps.tsx';
import { figureLinks } from './figure-links.ts';
import { nameOfItem, pageOfItem } from './item.ts';
import { TodayAction, TodayName, useDoneKey, useIsAside } from './today-action.tsx';
import { TodayBeside } from './today-beside.tsx';
import { TodayFact } from './today-fact.tsx';
import { WorkContext, keyOf, useWork } from './work.ts';
import list from '#kit/list/list-page.module.css';
import classes from './today.module.css';

type Today = Reply<typeof getToday>;

const columns: readonly Column<TodayItem>[] = [
  { label: 'Who or what', cell: (item) => <TodayName item={item} /> },
  { label: 'What it is', cell: ({ kind }) => todayKinds[kind], width: 200, card: 'fact' },
  {
    label: 'Amount',
    cell: ({ amount }) => (amount === null ? '–' : formatMoney(amount)),
    align: 'right',
    width: 124,
    hiddenBelow: 720,
  },
  {
    label: 'Time',
    cell: (item) => <TodayFact item={item} now={Date.now()} />,
    align: 'right',
    width: 148,
    card: 'fact',
  },
  {
    label: 'Action',
    isLabelHidden: true,
    cell: (item) => <TodayAction item={item} size="compact-sm" />,
    align: 'right',
    width: 152,
  },
];

const peek = rowPeekOf<TodayItem>({
  what: 'task',
  title: nameOfItem,
  pageOf: pageOfItem,
  content: async () => TodayBeside,
  prefetch: () => undefined,
});

const figuresOf = ({ figures }: Today) =>
  figures.map(({ name, total, isTotalCapped, amount }) => ({
    label: figureNames[name],
    value: (
      <>
        {formatTotal(total, isTotalCapped)}
        {amount !== undefined && <span className={classes['amount']}>{formatMoney(amount)}</span>}
      </>
    ),
    ...figureLinks(name),
  }));

/** Kinds with their totals as links that filter the queue. */
function Kinds({ today: { kinds, aside }, kind }: { today: Today; kind: TodayKind | undefined }) {
  const isAside = useIsAside();
  const total = kinds.reduce((sum, one) => sum + one.total, 0);
  const chip = (label: string, search: Record<string, string>, isOn: boolean) => (
    <Link key={label} to="/home" search={search} activeOptions={{ exact: true }} aria-current={isOn || undefined}>
      {label}
    </Link>
  );
  return (
    <nav className={classes['kinds']} aria-label="Kinds of work">
      {chip(
        `All ${formatTotal(
          total,
          kinds.some(({ isTotalCapped }) => isTotalCapped),
        )}`,
        {},
        !kind && !isAside,
      )}
      {kinds.map((one) =>
        chip(
          `${todayKinds[one.kind]} ${formatTotal(one.total, one.isTotalCapped)}`,
          { kind: one.kind },
          one.kind === kind && !isAside,
        ),
      )}
      {(aside > 0 || isAside) && chip(`${aside} set aside · ${isAside ? 'shown' : 'Show'}`, { aside: 'true' }, isAside)}
    </nav>
  );
}

const today = () => formatLongDay(new Date().toISOString());

const nothingIn = (isAside: boolean, kind: TodayKind | undefined) =>
  isAside
    ? ['Nothing is set aside', 'What you set aside comes back tomorrow at 06.00, or when it changes.']
    : kind
      ? ['Nothing of this kind', 'Choose another kind, or All.']
      : ['Nothing waits for you', 'What needs somebody of your role appears here, the most urgent first.'];

function Queue({
  items,
  today,
  kind,
}: {
  items: readonly TodayItem[] | undefined;
  today: Today | undefined;
  kind: TodayKind | undefined;
}) {
  const isAside = useIsAside();
  const { id } = usePeek();
  useListKeys();
  useDoneKey(items, id);
  if (items?.length === 0) {
    const [title = '', text] = nothingIn(isAside, kind);
    return today?.steps && !kind && !isAside ? null : <EmptyState title={title}>{text}</EmptyState>;
  }
  return (
    <>
      <RowsTable
        label="Today"
        columns={columns}
        rows={items}
        expected={10}
        rowKey={keyOf}
        rowLink={pageOfItem}
        peek={peek}
      />
      <PeekBeside peek={peek} rowKey={keyOf} rows={items} />
    </>
  );
}

export function TodayPage() {
  const named = useSearch({ strict: false, select: (search: Search) => search['kind'] });
  const kind = named && named in todayKinds ? (named as TodayKind) : undefined;
  const isAside = useIsAside();
  const { data, error, refetch, isPrevious } = useCall(
    getToday,
    { query: { ...(kind && { kind }), ...(isAside && { aside: 'true' as const }) } },
    { keepPrevious: true },
  );
  const { items, work, forgetAll } = useWork(data?.items);
  const page = useRef<HTMLDivElement>(null);
  useRootMark('list');
  const listKey = `${kind ?? ''} ${isAside}`;
  useRowsPlace(page, listKey, items !== undefined && !isPrevious);
  useEffect(forgetAll, [forgetAll, listKey]);
  const refresh = () => {
    forgetAll();
    void refetch();
  };
  if (error && !data) return <ErrorState error={error} refetch={refetch} what="queue" isPage />;
  return (
    <WorkContext value={work}>
      <div ref={page} className={list['page']} data-list-page>
        <header className={list['head']}>
          <h1>
            Today <span>{today()}</span>
          </h1>
          <div className={list['actions']} data-page-actions>
            <Button variant="default" onClick={refresh}>
              Refresh
            </Button>
          </div>
        </header>
        {error && <StaleNotice error={error} refetch={refetch} />}
        {data && <Figures figures={figuresOf(data)} />}
        {data?.steps && <FirstSteps state={data.steps} />}
        {data && data.failed.length > 0 && (
          <p className={classes['failed']} role="alert">
            Could not be read: {listed(data.failed.map((one) => todayKinds[one]))}. The rest is complete.
          </p>
        )}
        {data && data.kinds.length + data.aside > 0 && <Kinds today={data} kind={kind} />}
        <Queue items={items} today={data} kind={kind} />
      </div>
    </WorkContext>
  );
}
