/** Columns of lines of bank statements, with their one action. */
import { Button } from '@mantine/core';
import { type BankLine, ignoreReasons } from '#contract/payment/bank/lines.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { dayInWords } from '#contract/kernel/days.ts';
import { Badge } from '#kit/display/badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { counted } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/list-page.tsx';
import { useShowPeek } from '#kit/list/use-peek.tsx';
import { acceptable, keyOf, useDecisions } from './work.ts';
import classes from './bank.module.css';

/** Order that a line pays or may pay, in a few words. */
function Order({ line }: { line: BankLine }) {
  const { state, order, reason, note, candidates } = line;
  if (state === 'matched') return <NameCell name={order?.invoiceNumber ?? 'Matched'} sub={order?.buyerName} />;
  if (state === 'ignored') return <NameCell name={ignoreReasons[reason ?? 'other']} sub={note} />;
  const first = acceptable(line) ?? candidates[0];
  if (!first) return <span className={classes['none']}>No order fits</span>;
  if (candidates.length > 1 && !acceptable(line))
    return <NameCell name={counted(candidates.length, 'order', 'orders')} sub="Open the line to choose" />;
  const { invoiceNumber, buyerName, reasons, differences } = first;
  return (
    <NameCell
      name={`${invoiceNumber} · ${buyerName}`}
      sub={differences.length > 0 ? `But: ${differences.join(' · ')}` : reasons.join(' · ')}
    />
  );
}

function Action({ line }: { line: BankLine }) {
  const { accept, reopen, loading } = useDecisions();
  const show = useShowPeek();
  const look = { size: 'compact-sm', variant: 'default', loading } as const;
  const of = ` ${formatMoney(line.amount)}`;
  if (line.state !== 'open')
    return (
      <Button {...look} variant="subtle" aria-label={`Undo${of}`} onClick={() => void reopen(line)}>
        {line.state === 'matched' ? 'Undo' : 'Put back'}
      </Button>
    );
  const one = acceptable(line);
  if (!one)
    return (
      <Button {...look} aria-label={`Choose${of}`} onClick={() => show(keyOf(line))}>
        Choose
      </Button>
    );
  return (
    <Button {...look} aria-label={`Accept${of}`} onClick={() => void accept(line, one.orderId)}>
      {line.amount < one.due ? 'Accept part' : 'Accept'}
    </Button>
  );
}

const badges = { matched: ['green', 'Matched'], ignored: ['grey', 'Ignored'] } as const;

export function LineBadge({ state }: Pick<BankLine, 'state'>) {
  if (state === 'open') return null;
  const [colour, label] = badges[state];
  return <Badge colour={colour}>{label}</Badge>;
}

export const columns: readonly Column<BankLine>[] = [
  {
    label: 'Transfer',
    cell: ({ description, bank, account, bookedOn, counterparty }) => (
      <NameCell
        name={description}
        sub={[dayInWords(bookedOn), `${bank === 'other' ? '' : bank} ${account}`.trim(), counterparty].filter(Boolean).join(' · ')} // prettier-ignore
      />
    ),
  },
  { label: 'Amount', sort: 'amount', cell: ({ amount }) => formatSignedMoney(amount), align: 'right', width: 136, card: 'fact' }, // prettier-ignore
  { label: 'Order', cell: (line) => <Order line={line} />, width: 'clamp(240px, 36cqw, 440px)', card: 'fact' },
  { label: 'Day', sort: 'bookedOn', cell: ({ bookedOn }) => dayInWords(bookedOn), align: 'right', width: 116, hiddenBelow: 1080 }, // prettier-ignore
  { label: 'Action', isLabelHidden: true, cell: (line) => <Action line={line} />, align: 'right', width: 120 },
];
