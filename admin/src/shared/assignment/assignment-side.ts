/** State, page and complete rows of one side of a picker (assigned or available). */
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { call } from '#kit/api/call.ts';
import { useCall } from '#kit/api/use-call.ts';

export type Side = 'assigned' | 'available';
export const otherSide = (side: Side): Side => (side === 'assigned' ? 'available' : 'assigned');

export const defaultSize = (link: InvertedAssignment, side: Side) =>
  side === 'assigned' ? link.size() : link.choiceSize();

/** Publication at first: drafts are folded where people choose, and listed among what is assigned. */
const initialPublication = ({ isSold }: InvertedAssignment, side: Side) =>
  isSold && side === 'available' ? 'true' : '';

/** First page of a side, without search and filters. */
export const initialState = (link: InvertedAssignment, side: Side, pageSize = defaultSize(link, side)) => ({
  page: 1,
  pageSize,
  search: '',
  category: '',
  isPublished: initialPublication(link, side),
  withoutConflict: '',
  /** Filter of assigned items by the end of the access. */
  term: '',
});
export type SideState = ReturnType<typeof initialState>;

export const keyOf = ({ id }: Item): string => id;

/** Whether a search or filter is applied. */
export const isFiltered = ({ search, category, isPublished, withoutConflict, term }: SideState): boolean =>
  search !== '' || category !== '' || isPublished === 'false' || withoutConflict !== '' || term !== '';

/** Plural of the items that a state lists: "published courses". */
export const namedBy = ({ many }: InvertedAssignment, { isPublished }: SideState): string =>
  isPublished === 'true' ? `published ${many}` : many;

function inputOf(
  link: InvertedAssignment,
  ownerId: string,
  side: Side,
  { category, isPublished, withoutConflict, term, ...state }: SideState,
) {
  const isFree = side === 'available' && withoutConflict !== '';
  const query = {
    ...state,
    ...(category && { category }),
    ...(isPublished && { isPublished }),
    ...(isFree && { withoutConflict }),
    ...(side === 'assigned' && term && { term }),
    ...link.sideQuery(side === 'assigned'),
  };
  return { params: { id: ownerId }, query };
}

/** Reads the page of a side for `state`. */
export const useSide = (link: InvertedAssignment, ownerId: string, side: Side, state: SideState, enabled = true) =>
  useCall(link.list, inputOf(link, ownerId, side, state), { keepPrevious: true, enabled });

/** Number of drafts that a state folds, or shows behind the published items; 0 where the filter decides. */
function useDraftCount(link: InvertedAssignment, ownerId: string, side: Side, state: SideState) {
  const canFold = link.isSold && side === 'available' && state.isPublished !== 'false';
  const drafts = { ...state, isPublished: 'false', page: 1, pageSize: 1 };
  const { data } = useSide(link, ownerId, side, drafts, canFold);
  return canFold && data ? { count: data.totalItems, isCapped: data.isTotalCapped } : { count: 0 };
}

/** State that is listed, and the drafts that can be folded. A search that only drafts match lists them. */
export function useFolding(link: InvertedAssignment, ownerId: string, side: Side, state: SideState) {
  const { data, isPrevious } = useSide(link, ownerId, side, state);
  const drafts = useDraftCount(link, ownerId, side, state);
  const isFolded = state.isPublished === 'true';
  const hasNoOther = isFolded && state.search !== '' && data?.totalItems === 0 && !isPrevious && drafts.count > 0;
  return hasNoOther ? { shown: { ...state, isPublished: '' }, drafts: { count: 0 } } : { shown: state, drafts };
}

/** Key of the list that a selection belongs to, and the function that reads its pages. */
export function matchingOf(link: InvertedAssignment, ownerId: string, side: Side, state: SideState) {
  const { search, category, isPublished, withoutConflict, term } = state;
  const readPage = async (page: number, signal: AbortSignal) => {
    const pageState = { ...state, page, pageSize: maxPageSize };
    const reply = await call(link.list, inputOf(link, ownerId, side, pageState), { signal });
    return { rows: link.rowsOf(reply), totalItems: reply.totalItems };
  };
  return {
    listed: JSON.stringify([ownerId, side, search, category, isPublished, withoutConflict, term]),
    readPage,
    keyOf,
  };
}
