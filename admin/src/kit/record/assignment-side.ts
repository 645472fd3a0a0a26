/** One side of a picker, what is assigned or what is available: its state, its page, all of its rows. */
import { useCallback, useMemo } from 'react';
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { largestPage } from '#contract/page-size.ts';
import { call } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { readAll } from '../list/read-all.ts';
import type { Keyed } from '../list/use-selection.ts';

export type Side = 'assigned' | 'available';
export const otherSide = (side: Side): Side => (side === 'assigned' ? 'available' : 'assigned');

export const startOf = (link: SeenByItems, side: Side) => ({
  page: 1,
  pageSize: side === 'assigned' ? link.size() : link.choiceSize(),
  search: '',
  category: '',
});
export type SideState = ReturnType<typeof startOf>;

export const isFiltered = ({ search, category }: SideState): boolean => search !== '' || category !== '';

function inputOf(link: SeenByItems, ownerId: string, side: Side, { category, ...state }: SideState) {
  const query = { ...state, ...(category && { category }), ...link.sideQuery(side === 'assigned') };
  return { params: { id: ownerId }, query };
}

/** The list of one side, as `state` asks for it. */
export const useSide = (link: SeenByItems, ownerId: string, side: Side, state: SideState, enabled = true) =>
  useCall(link.list, inputOf(link, ownerId, side, state), { keepPrevious: true, enabled });

/** What a selection is of, and all rows of it. */
export function useMatching(link: SeenByItems, ownerId: string, side: Side, state: SideState) {
  const { search, category } = state;
  const listed = useMemo(() => JSON.stringify([ownerId, side, search, category]), [ownerId, side, search, category]);
  const read = useCallback(async (): Promise<readonly Keyed<Item>[]> => {
    const asked = { search, category, pageSize: largestPage };
    const rows = await readAll(async (page) => {
      const reply = await call(link.list, inputOf(link, ownerId, side, { ...asked, page }));
      return { rows: link.rowsOf(reply), totalItems: reply.totalItems };
    });
    return rows.map((row) => [row.id, row]);
  }, [link, ownerId, side, search, category]);
  return { listed, readAll: read };
}
