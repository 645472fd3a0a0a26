/** Desk columns of a row: holder, age and next follow-up. */
import { UnstyledButton } from '@mantine/core';
import { type DeskOrder, hasDesk } from '#contract/order-desk.ts';
import { subject } from '#kit/api/session.ts';
import { formatSoon } from '../formats.ts';
import { type TrackingOrder, customerLabel } from '../tracking-order.ts';
import { useDeskOrder } from './desk-state.ts';
import { ageOf, isPast } from './message.ts';
import classes from './desk.module.css';

interface Props {
  order: TrackingOrder;
  open: (order: TrackingOrder) => void;
}

const holderOf = (state: DeskOrder | undefined) => {
  const holder = state?.claimedBy;
  return holder && (holder.userId === subject() ? 'You' : holder.name);
};

/** Holder of the order, for narrow layouts; nothing for an unclaimed order. */
export function HolderLine({ order }: { order: TrackingOrder }) {
  const holder = holderOf(useDeskOrder(order.id));
  return holder ? (
    <span className={classes['holder']} data-holder title={`On the desk of ${holder}`}>
      {holder}
    </span>
  ) : null;
}

/** Next follow-up, else whether the person was contacted. */
function nextOf(state: DeskOrder | undefined): string {
  const { followUpAt = null, contactedCount = 0 } = state ?? {};
  if (followUpAt) return `${isPast(followUpAt) ? 'Overdue' : 'Next'} ${formatSoon(followUpAt)}`;
  return contactedCount > 0 ? `Contacted ${contactedCount}×` : '';
}

export function DeskCell({ order, open }: Props) {
  const state = useDeskOrder(order.id);
  const age = ageOf(order.placedAt);
  if (!hasDesk(order.id)) return <span className={classes['dim']}>{age || '–'}</span>;
  const holder = holderOf(state);
  const next = nextOf(state);
  return (
    <UnstyledButton
      className={classes['cell']}
      data-desk
      aria-label={`${[holder ?? 'Nobody', age, next].filter(Boolean).join(' · ')}, desk of ${customerLabel(order)}`}
      title={`Desk (d)${state?.contactedCount ? `\nContacted ${state.contactedCount}×` : ''}${state?.note ? `\n${state.note}` : ''}`}
      onClick={() => open(order)}
    >
      <span className={classes['line']}>
        <span data-holder className={holder ? undefined : classes['dim']}>
          {holder ?? 'Nobody'}
        </span>
        {age && <span className={classes['dim']}> · {age}</span>}
      </span>
      {next && (
        <span className={classes['line']} data-overdue={next.startsWith('Overdue') || undefined}>
          {next}
        </span>
      )}
    </UnstyledButton>
  );
}
