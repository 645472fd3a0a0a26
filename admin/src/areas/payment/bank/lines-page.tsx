/** Queue of bank transfers: lines of statements to match with orders, walked by keyboard, and those that are decided. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { type BankLine, type LineState, lineStates, listBankLines } from '#contract/payment/bank/lines.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { formatTotal } from '#kit/format/formats.ts';
import { SourceListPage } from '#kit/list/list-page.tsx';
import { rowPeekOf } from '#kit/list/peek.ts';
import { rowOf } from '#kit/list/row-focus.ts';
import { useNextRow } from '#kit/list/use-next-row.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { usePeek } from '#kit/list/use-peek.tsx';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { AcceptAll } from './accept-all.tsx';
import { columns, LineBadge } from './line-columns.tsx';
import { acceptable, keyOf, lineSource, useDecisions } from './work.ts';

const peek = rowPeekOf<BankLine>({
  what: 'line',
  title: ({ amount }) => formatMoney(amount),
  badge: LineBadge,
  content: async () => (await import('./line-beside.tsx')).LineBeside,
  prefetch: () => undefined,
});

const keys: Keys = [['a', 'Accept the one order that fits, and go on; several: open the line']];

/** `a` on a row, or in its panel. */
function useAcceptKey(rows: readonly BankLine[] | undefined): void {
  const { accept } = useDecisions();
  const goOn = useNextRow();
  const { id: opened, show } = usePeek();
  usePageKeys(keys);
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'a' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || target.closest('[role="dialog"], [role="menu"]')) return;
    const id = rowOf(target)?.dataset['row'] ?? opened;
    const line = rows?.find((one) => keyOf(one) === id);
    if (!line || line.state !== 'open') return;
    event.preventDefault();
    const one = acceptable(line);
    if (!one) return show(keyOf(line));
    void accept(line, one.orderId);
    goOn(keyOf(line));
  });
}

const countCap = 10_000;
const empty: Readonly<Record<LineState, { title: string; text: string }>> = {
  open: {
    title: 'Nothing to match',
    text: 'Import a statement of your bank: transfers that came in appear here, with the orders that they may pay.',
  },
  matched: { title: 'Nothing is matched', text: 'Transfers that you match with an order appear here.' },
  ignored: { title: 'Nothing is ignored', text: 'Transfers that pay no order, and money that went out, appear here.' },
};

export function LinesPage() {
  const { state } = useListState(listBankLines.query!);
  const shown = state['state'] as LineState;
  const input = { query: state } as unknown as CallInput<typeof listBankLines>;
  const { data } = useCall(listBankLines, input, { keepPrevious: true });
  useAcceptKey(lineSource.useRows(state).rows);
  const tabs = (Object.keys(lineStates) as LineState[]).map((value) => {
    const n = data?.counts[value];
    const count = n === undefined ? '' : ` (${formatTotal(Math.min(n, countCap), n > countCap)})`;
    return { value, label: lineStates[value] + count };
  });
  return (
    <SourceListPage
      title="Bank transfers"
      source={lineSource}
      columns={columns}
      filters={[{ name: 'state', label: 'State', tabs }]}
      rowKey={keyOf}
      peek={peek}
      search={{ placeholder: 'Search text, payer or amount' }}
      actions={
        <>
          <AcceptAll />
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/payment/statements/list" />}>
            Statements
          </Button>
          <Button renderRoot={(props) => <Link {...props} to="/payment/statements/import" />}>
            Import a statement
          </Button>
        </>
      }
      empty={empty[shown]}
    />
  );
}
LinesPage.reads = listBankLines;
