/** State, page and complete rows of one side of a picker (assigned or available). */
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { call } from '#kit/api/call.ts';
import { useCall } from '#kit/api/use-call.ts';

export type Side = 'assigned' | 'available';
export const otherSide = (side: Side): Side => (side === 'assigned' ? 'available' : 'assigned');

export const defaultSize = (link: InvertedAssignment, side: Side) =>
  side === 'assigned' ? link.size() : link.choiceSize();

/** First page of a side, without search and filters. */
export const initialState = (link: InvertedAssignment, side: Side, pageSize = defaultSize(link, side)) => ({
  page: 1,
  pageSize,
  search: '',
  category: '',
  withoutConflict: '',
});
export type SideState = ReturnType<typeof initialState>;

export const keyOf = ({ id }: Item): string => id;

/** Whether a search or filter is applied. */
export const isFiltered = ({ search, category, withoutConflict }: SideState): boolean =>
  search !== '' || category !== '' || withoutConflict !== '';

function inputOf(
  link: InvertedAssignment,
  ownerId: string,
  side: Side,
  { category, withoutConflict, ...state }: SideState,
) {
  const isFree = side === 'available' && withoutConflict !== '';
  const query = {
    ...state,
    ...(category && { category }),
    ...(isFree && { withoutConflict }),
    ...link.sideQuery(side === 'assigned'),
  };
  return { params: { id: ownerId }, query };
}

/** Reads the page of a side for `state`. */
export const useSide = (link: InvertedAssignment, ownerId: string, side: Side, state: SideState, enabled = true) =>
  useCall(link.list, inputOf(link, ownerId, side, state), { keepPrevious: true, enabled });

/** Key of the list that a selection belongs to, and the function that reads its pages. */
export function matchingOf(link: InvertedAssignment, ownerId: string, side: Side, state: SideState) {
  const { search, category, withoutConflict } = state;
  const readPage = async (page: number, signal: AbortSignal) => {
    const pageState = { ...state, page, pageSize: maxPageSize };
    const reply = await call(link.list, inputOf(link, ownerId, side, pageState), { signal });
    return { rows: link.rowsOf(reply), totalItems: reply.totalItems };
  };
  return { listed: JSON.stringify([ownerId, side, search, category, withoutConflict]), readPage, keyOf };
}
