/** What the desk knows of an order, in its row: its age, who has it, and when it is next followed up. */
import { UnstyledButton } from '@mantine/core';
import { subject } from '#kit/api/session.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { type DeskOrder, hasDesk } from '#contract/order-desk.ts';
import { type TrackingOrder, whose } from '../tracking-order.ts';
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

/** Who has it, where there is no room for more; nothing where nobody has. */
export function HolderLine({ order }: { order: TrackingOrder }) {
  const holder = holderOf(useDeskOrder(order.id));
  return holder ? (
    <span className={classes['holder']} data-holder title={`On the desk of ${holder}`}>
      {holder}
    </span>
  ) : null;
}

export function DeskCell({ order, open }: Props) {
  const state = useDeskOrder(order.id);
  const age = ageOf(order.placedAt);
  if (!hasDesk(order.id)) return <span className={classes['dim']}>{age || '–'}</span>;
  const { followUpAt = null, contactedCount = 0 } = state ?? {};
  const holder = holderOf(state);
  const isOverdue = followUpAt !== null && isPast(followUpAt);
  const more = [age, contactedCount > 0 && `${contactedCount}× contacted`].filter(Boolean).join(' · ');
  return (
    <UnstyledButton
      className={classes['cell']}
      data-desk
      aria-label={`${holder ? `${holder} has it` : 'Nobody has it'}, desk of ${whose(order)}`}
      title="Desk (d)"
      onClick={() => open(order)}
    >
      <span className={classes['line']}>
        <span data-holder className={holder ? undefined : classes['dim']}>
          {holder ?? 'Nobody'}
        </span>
        {more && <span className={classes['dim']}> · {more}</span>}
      </span>
      {followUpAt && (
        <span className={classes['line']} data-overdue={isOverdue || undefined}>
          {isOverdue ? 'Overdue' : 'Next'} {formatShortMinute(followUpAt)}
        </span>
      )}
    </UnstyledButton>
  );
}
