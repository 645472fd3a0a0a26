/** Desk columns of a row: holder, age and next follow-up. */
import { UnstyledButton } from '@mantine/core';
import { type DeskOrder, hasDesk } from '#contract/order-tracking/desk.ts';
import { subject } from '#kit/api/session.ts';
import { formatSoon } from '#admin-shared/order-tracking/formats.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { useDeskOrder, usePresent } from './desk-state.ts';
import { ageOf, isPast } from './message.ts';
import { Here, hereText } from './presence.tsx';
import classes from './desk.module.css';

interface Props {
  order: TrackingOrder;
  open: (order: TrackingOrder) => void;
}

const holderOf = (state: DeskOrder | undefined) => {
  const holder = state?.claimedBy;
  return holder && (holder.userId === subject() ? 'You' : holder.name);
};

/** Holder of the order and who is working on it, for narrow layouts; nothing for an unclaimed order that nobody is on. */
export function HolderLine({ order }: { order: TrackingOrder }) {
  const state = useDeskOrder(order.id);
  const here = usePresent(order.id);
  const holder = holderOf(state);
  if (!holder && here.length === 0) return null;
  return (
    <span className={classes['holder']} data-holder-line>
      <Here people={here} isShort />
      {holder && (
        <span data-holder title={`On the desk of ${holder}`}>
          {holder}
        </span>
      )}
    </span>
  );
}

/** Next follow-up, else whether the person was contacted. */
function nextOf(state: DeskOrder | undefined): string {
  const { followUpAt = null, contactedCount = 0 } = state ?? {};
  if (followUpAt) return `${isPast(followUpAt) ? 'Overdue' : 'Next'} ${formatSoon(followUpAt)}`;
  return contactedCount > 0 ? `Contacted ${contactedCount}×` : '';
}

export function DeskCell({ order, open }: Props) {
  const state = useDeskOrder(order.id);
  const here = usePresent(order.id);
  const age = ageOf(order.placedAt);
  if (!hasDesk(order.id)) return <span className={classes['dim']}>{age || '–'}</span>;
  const holder = holderOf(state);
  const next = nextOf(state);
  return (
    <UnstyledButton
      className={classes['cell']}
      data-desk
      aria-label={`${[holder ?? 'Nobody', age, hereText(here), next].filter(Boolean).join(' · ')}, desk of ${customerLabel(order)}`}
      title={`Desk (d)${state?.contactedCount ? `\nContacted ${state.contactedCount}×` : ''}${state?.note ? `\n${state.note}` : ''}`}
      onClick={() => open(order)}
    >
      <span className={classes['line']}>
        <span data-holder className={holder ? undefined : classes['dim']}>
          {holder ?? 'Nobody'}
        </span>
        {age && <span className={classes['dim']}> · {age}</span>}
      </span>
      {(here.length > 0 || next) && (
        <span className={classes['line']}>
          <Here people={here} isShort />
          <span data-overdue={next.startsWith('Overdue') || undefined}>{next}</span>
        </span>
      )}
    </UnstyledButton>
  );
}
