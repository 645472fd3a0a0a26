/** Queue of differences between orders, ledger, gateways, bank and access. */
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import {
  type Difference,
  type DifferenceView,
  checkDifferences,
  differenceKinds,
  differenceViews,
  getDifference,
  listDifferences,
} from '#contract/payment/differences.ts';
import { CheckNow } from '#admin-shared/check-now.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { formatTotal } from '#kit/format/formats.ts';
import type { Filter } from '#kit/list/filter.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import { peekOf } from '#kit/list/peek.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { DifferenceAct, differenceSelection } from './difference-actions.tsx';
import { nameOf } from './work.ts';

const peek = peekOf(getDifference, {
  what: 'difference',
  title: nameOf,
  content: async () => (await import('./difference-beside.tsx')).DifferenceBeside,
});

const columns: readonly Column<Difference>[] = [
  {
    label: 'Buyer',
    cell: (one) => <NameCell name={nameOf(one)} sub={one.order?.invoiceNumber} />,
    width: 'clamp(200px, 24cqw, 280px)',
  },
  {
    label: 'Difference',
    cell: ({ kind, explained, mendedBy, about }) => (
      <NameCell name={differenceKinds[kind]} sub={explained?.reason ?? (mendedBy ? `Mended by ${mendedBy}` : about)} />
    ),
  },
  {
    label: 'Order',
    cell: ({ order }) => (order ? <OrderStatusBadge status={order.status} /> : '–'),
    width: 152,
    hiddenBelow: 840,
  },
  { label: 'Amount', sort: 'amount', cell: ({ amount }) => formatMoney(amount), align: 'right', width: 124 },
  {
    label: 'Since',
    sort: 'since',
    cell: ({ since }) => <Moment at={since} />,
    align: 'right',
    width: 132,
    hiddenBelow: 1080,
  },
  {
    label: 'Actions',
    cell: (one) => <DifferenceAct one={one} size="compact-sm" />,
    align: 'right',
    width: 148,
    isLabelHidden: true,
  },
];

/** Where counting stops. */
const countCap = 10_000;

const kinds = Object.keys(differenceKinds) as DifferenceView[];

/** Tabs of what is open, explained and gone, and a filter of what is open by kind. */
function filtersOf(view: DifferenceView, counts: Record<DifferenceView, number> | undefined): Filter[] {
  const choiceOf = (value: DifferenceView) => {
    const n = value === 'gone' ? 0 : (counts?.[value] ?? 0);
    const count = n > 0 ? ` (${formatTotal(Math.min(n, countCap), n > countCap)})` : '';
    return { value, label: differenceViews[value] + count };
  };
  const tabs = (['open', 'explained', 'gone'] as const).map(choiceOf);
  const byKind = view !== 'explained' &&
    view !== 'gone' && { name: 'view', label: 'Kind', options: kinds.map(choiceOf) };
  return [{ name: 'view', label: 'List', tabs }, ...(byKind ? [byKind] : [])];
}

const emptyTexts: Readonly<Record<'open' | 'explained' | 'gone', { title: string; text: string }>> = {
  open: {
    title: 'No differences',
    text: 'Orders, ledger, gateways, bank and access agree. They are compared every night at 02.30; Check now also asks the gateways.',
  },
  explained: {
    title: 'Nothing is explained',
    text: 'Differences that are as they should be leave the list when you explain them, and return when their facts change.',
  },
  gone: { title: 'No history yet', text: 'Differences that were mended, or disappeared by themselves, stay here.' },
};
const unchecked = {
  title: 'Not checked yet',
  text: 'The first check runs at 02.30. Press Check now to compare orders, ledger, gateways, bank and access at once.',
};

const everyMs = 2_000;

/** State of the check with the list's own query, read again while a check runs. */
function useCheck(state: ReturnType<typeof useListState>['state']) {
  const input = { query: state } as unknown as CallInput<typeof listDifferences>;
  return useCall(listDifferences, input, { everyMs: (data) => !!data?.isRunning && everyMs, keepPrevious: true }).data;
}

export function DifferencesPage() {
  const { state } = useListState(listDifferences.query!);
  const view = state['view'] as DifferenceView;
  const check = useCheck(state);
  const progress =
    check && check.waiting > 0 ? `${check.links - check.waiting} of ${check.links} links answered` : undefined;
  return (
    <ListPage
      title="Differences"
      call={listDifferences}
      rows="differences"
      columns={columns}
      filters={filtersOf(view, check?.counts)}
      rowKey={({ differenceId }) => differenceId}
      peek={peek}
      selection={differenceSelection}
      search={{ placeholder: 'Search buyer, invoice or reference' }}
      actions={check && <CheckNow call={checkDifferences} progress={progress} {...check} />}
      empty={
        check?.checkedAt === null ? unchecked : emptyTexts[view === 'explained' || view === 'gone' ? view : 'open']
      }
    />
  );
}
DifferencesPage.reads = listDifferences;
