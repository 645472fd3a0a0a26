/** One side of a picker, what is assigned or what is available: its state, its page, all of its rows. */
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { largestPage } from '#contract/page-size.ts';
import { call } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';

export type Side = 'assigned' | 'available';
export const otherSide = (side: Side): Side => (side === 'assigned' ? 'available' : 'assigned');

export const usualSize = (link: SeenByItems, side: Side) => (side === 'assigned' ? link.size() : link.choiceSize());

export const startOf = (link: SeenByItems, side: Side, pageSize = usualSize(link, side)) => ({
  page: 1,
  pageSize,
  search: '',
  category: '',
  withoutConflict: '',
});
export type SideState = ReturnType<typeof startOf>;

export const keyOf = ({ id }: Item): string => id;

export const isFiltered = ({ search, category, withoutConflict }: SideState): boolean =>
  search !== '' || category !== '' || withoutConflict !== '';

function inputOf(link: SeenByItems, ownerId: string, side: Side, { category, withoutConflict, ...state }: SideState) {
  const isFree = side === 'available' && withoutConflict !== '';
  const query = {
    ...state,
    ...(category && { category }),
    ...(isFree && { withoutConflict }),
    ...link.sideQuery(side === 'assigned'),
  };
  return { params: { id: ownerId }, query };
}

/** The list of one side, as `state` asks for it. */
export const useSide = (link: SeenByItems, ownerId: string, side: Side, state: SideState, enabled = true) =>
  useCall(link.list, inputOf(link, ownerId, side, state), { keepPrevious: true, enabled });

/** What a selection is of, and how all rows of it are read. */
export function matchingOf(link: SeenByItems, ownerId: string, side: Side, state: SideState) {
  const { search, category, withoutConflict } = state;
  const readPage = async (page: number, signal: AbortSignal) => {
    const asked = { ...state, page, pageSize: largestPage };
    const reply = await call(link.list, inputOf(link, ownerId, side, asked), { signal });
    return { rows: link.rowsOf(reply), totalItems: reply.totalItems };
  };
  return { listed: JSON.stringify([ownerId, side, search, category, withoutConflict]), readPage, keyOf };
}
