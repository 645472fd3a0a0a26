/** Line of the desk in a row: who is on the order, its holder and its next follow-up. */
import { UnstyledButton } from '@mantine/core';
import { type DeskOrder, hasDesk } from '#contract/order-tracking/desk.ts';
import { subject } from '#kit/api/session.ts';
import { formatNear, formatShortMinute } from '#kit/format/formats.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { useDeskOrder, usePresent } from './desk-state.ts';
import { isPast } from './message.ts';
import { Here, hereText } from './presence.tsx';
import { useHasDraft } from './work-draft.ts';
import classes from './desk.module.css';

interface Props {
  order: TrackingOrder;
  open: (order: TrackingOrder) => void;
  /** Names nobody as holder, too. */
  isQueue: boolean;
}

const holderOf = (state: DeskOrder | undefined) => {
  const holder = state?.claimedBy;
  return holder && (holder.userId === subject() ? 'You' : holder.name);
};

/** Marks an order with work that is filled in and not saved. */
const Draft = () => (
  <span className={classes['draft']} data-draft>
    Not saved
  </span>
);

/** Next follow-up, else whether the person was contacted. */
function nextOf(state: DeskOrder | undefined): string {
  const { followUpAt = null, contactedCount = 0 } = state ?? {};
  if (followUpAt) return `${isPast(followUpAt) ? 'Overdue' : 'Next'} ${formatNear(followUpAt)}`;
  return contactedCount > 0 ? `Contacted ${contactedCount}×` : '';
}

/**
 * A click opens the desk, for the mouse alone: the key `d` does for everybody, and a target of 24 px has no room below
 * the badge. Nothing for an order that nobody is on, outside the queues.
 */
export function DeskLine({ order, open, isQueue }: Props) {
  const state = useDeskOrder(order.id);
  const here = usePresent(order.id);
  const isDraft = useHasDraft(order.id);
  const holder = holderOf(state);
  const next = nextOf(state);
  if (!hasDesk(order.id) || !(isQueue || holder || next || here.length > 0 || isDraft)) return null;
  const contacted = state?.contactedCount ? `Contacted ${state.contactedCount}×` : '';
  return (
    <UnstyledButton
      className={classes['holder']}
      tabIndex={-1}
      data-desk
      data-holder-line
      title={[
        'Desk (Enter)',
        holder,
        hereText(here),
        next,
        state?.followUpAt && formatShortMinute(state.followUpAt),
        contacted,
        state?.note,
      ]
        .filter(Boolean)
        .join('\n')}
      onClick={() => open(order)}
    >
      <Here people={here} isShort />
      {(holder || here.length === 0) && <span data-holder>{holder ?? 'Nobody'}</span>}
      {next && <span data-overdue={next.startsWith('Overdue') || undefined}>{next}</span>}
      {isDraft && <Draft />}
    </UnstyledButton>
  );
}
