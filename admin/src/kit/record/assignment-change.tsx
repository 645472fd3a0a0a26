/** Assigning and unassigning in a picker: what is selected at once, or each row by its own button. */
import { Button } from '@mantine/core';
import { useCallback, useMemo, useRef } from 'react';
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { tableOfKind, thingsOf } from '#contract/records.ts';
import { useAction } from '../api/use-action.ts';
import { confirm } from '../feedback/confirm.tsx';
import { thenFocus } from '../feedback/focus.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { counted, formatNumber } from '../format/formats.ts';
import type { Column } from '../list/rows-table.tsx';
import type { Selection } from '../list/use-selection.ts';
import { useTakeOver } from './use-take-over.ts';

interface Changing {
  link: SeenByItems;
  ownerId: string;
  side: 'assigned' | 'available';
  loss?: string | undefined;
  /** What has the focus afterwards: the row that had it is gone. */
  nextFocus: () => HTMLElement | null | undefined;
}

/** Asks before it unassigns, and answers whether it was done. The lists reload (spec §4). */
function useChange({ link, ownerId, side, loss = 'It no longer applies.', nextFocus }: Changing) {
  const unassign = useAction(link.unassign, { messages: link.messages.unassign });
  const assign = useAction(link.assign, {
    messages: link.messages.assign,
    // What somebody else had assigned meanwhile is not this person's to take back.
    undo: (input, { changed }) =>
      changed === Object.values(input.body ?? {}).flat().length ? () => void unassign.run(input) : undefined,
  });
  const change = async (ids: readonly string[], name?: string) => {
    const { one, many } = link;
    const named = counted(ids.length, one, many);
    const isSure =
      side === 'available' ||
      (await confirm({
        title: `Unassign ${name ? `"${name}"` : named}?`,
        text: `${loss} The ${ids.length === 1 ? `${one} itself stays as it is` : `${many} themselves stay as they are`}.`,
        action: `Unassign ${named}`,
        isDestructive: true,
      }));
    if (!isSure) return false;
    return (await (side === 'assigned' ? unassign : assign).run(link.inputOf(ownerId, ids))).ok;
  };
  const run = (ids: readonly string[], name?: string) => thenFocus(() => change(ids, name), nextFocus);
  return { run, loading: assign.loading || unassign.loading };
}

/** Of a row that is assigned. */
export const useUnassign = (changing: Omit<Changing, 'side'>) => useChange({ ...changing, side: 'assigned' });

/** For what is selected; the count is on the button, and how many of it others lose. Success clears the selection. */
export function ChangeButton({ selection, ...changing }: Changing & { selection: Selection<Item> }) {
  const { link, side, ownerId, nextFocus } = changing;
  const { run, loading } = useChange(changing);
  const taking = useTakeOver(link, ownerId);
  const ids = [...selection.selected.keys()];
  const taken = side === 'available' ? [...selection.selected.values()].filter(isHeld).length : 0;
  const change = async () => {
    const work = taken > 0 ? thenFocus(() => taking.run(ids), nextFocus) : run(ids);
    if (await work) selection.clear();
  };
  return (
    <Button
      size="xs"
      loading={loading || taking.loading}
      onClick={() => void change()}
      {...(side === 'assigned' ? { color: 'red' } : {})}
    >
      {side === 'assigned' ? 'Unassign' : 'Assign'} {counted(ids.length, link.one, link.many)}
      {taken > 0 && `, taking ${formatNumber(taken)} out of other ${thingsOf(tableOfKind(link.owner).table)}`}
    </Button>
  );
}

/** Would be refused because another holds it. */
const isHeld = ({ conflict, heldBy = [] }: Item) => conflict !== null && heldBy.length > 0;

/** A column with a button for each row, where a call takes one. */
export function useChangeColumn(changing: Changing): Column<Item> {
  const { side } = changing;
  const { run, loading } = useChange(changing);
  const latest = useRef(run);
  latest.current = run;
  const change = useCallback(({ id, name }: Item) => latest.current([id], name), []);
  return useMemo(() => {
    const action = side === 'assigned' ? 'Unassign' : 'Assign';
    return {
      label: action,
      align: 'right',
      width: 120,
      isLabelHidden: true,
      cell: (item) => (
        <Unavailable why={loading && 'A change is being saved'}>
          <Button
            size="compact-sm"
            variant={side === 'assigned' ? 'subtle' : 'light'}
            {...(side === 'assigned' ? { color: 'gray' } : {})}
            aria-label={`${action} ${item.name}`}
            onClick={() => void change(item)}
          >
            {action}
          </Button>
        </Unavailable>
      ),
    };
  }, [side, loading, change]);
}
