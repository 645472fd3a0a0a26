/** Empty state of a picker side: why there are no rows and what to do. */
import { Button } from '@mantine/core';
import type { InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatTotal } from '#kit/format/formats.ts';
import { isFiltered, namedBy, otherSide, type Side, type SideState, useSide } from './assignment-side.ts';

interface Props {
  link: InvertedAssignment;
  ownerId: string;
  side: Side;
  state: SideState;
  /** Reason why nothing can be assigned. */
  closed: string | undefined;
  /** Switches to a side, with its initial state or with the given one. */
  showSide: (side: Side, state?: SideState) => void;
}

export function EmptySide({ link, ownerId, side, state, closed, showSide }: Props) {
  const { many } = link;
  const named = namedBy(link, state);
  const other = otherSide(side);
  // Drafts are folded on one side only.
  const unfolded = { ...state, isPublished: state.isPublished === 'true' ? '' : state.isPublished };
  const first = { ...unfolded, page: 1, pageSize: link.choiceSize() };
  // Who may not assign is refused the available items.
  const { data } = useSide(link, ownerId, other, first, mayCall(link.assign, role() ?? ''));
  const otherTotal = data?.totalItems ?? 0;
  const isNarrowed = isFiltered(state);
  const clear = isNarrowed && (
    <Button variant="default" onClick={() => showSide(side)}>
      Clear search and filters
    </Button>
  );
  if (side === 'available' && otherTotal > 0) {
    const all = formatTotal(otherTotal, data?.isTotalCapped);
    const matching = otherTotal === 1 ? `The one ${link.one} that matches is` : `All ${all} that match are`;
    return (
      <EmptyState
        title={`${isNarrowed ? matching : `All ${named} are`} assigned`}
        action={
          <>
            <Button variant="default" onClick={() => showSide('assigned', unfolded)}>
              Show {otherTotal === 1 ? 'it' : `the ${all}`}
            </Button>
            {clear}
          </>
        }
      >
        {isNarrowed ? 'Nothing else matches. Try another search or filter.' : 'There is nothing left to choose.'}
      </EmptyState>
    );
  }
  if (isNarrowed)
    return (
      <EmptyState title="Nothing matches" action={clear}>
        No {named} match. Try another search or filter.
      </EmptyState>
    );
  if (side === 'available')
    return <EmptyState title={`There are no ${named} yet`}>Once there are some, you can assign them here.</EmptyState>;
  if (closed !== undefined) return <EmptyState title={`No ${many} are assigned`}>{closed}</EmptyState>;
  return (
    <EmptyState
      title={`No ${many} are assigned`}
      action={<Button onClick={() => showSide('available')}>Choose {many}</Button>}
    >
      What you assign appears here.
    </EmptyState>
  );
}
