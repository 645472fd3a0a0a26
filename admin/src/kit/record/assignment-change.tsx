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
  /** When what is taken out of other owners leaves them; undefined: at once. */
  takenAt?: string | undefined;
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

/**
 * Buttons for what is selected. Where other owners hold some of it, the bar says how many, and offers to assign all or
 * only the rest. Success clears the selection.
 */
export function ChangeButton({ selection, ...changing }: Changing & { selection: Selection<Item> }) {
  const { link, side, ownerId, takenAt, nextFocus } = changing;
  const { run, loading } = useChange(changing);
  const taking = useTakeOver(link, ownerId);
  const isAssigning = side === 'available';
  const items = [...selection.selected.values()];
  const idsOf = (some: readonly Item[]) => some.map(({ id }) => id);
  const free = isAssigning ? items.filter(({ heldBy = [] }) => heldBy.length === 0) : items;
  const taken = isAssigning ? items.filter(isHeld).length : 0;
  const change = async (some: readonly Item[]) => {
    const isTaking = taken > 0 && some === items;
    const work = isTaking
      ? thenFocus(() => taking.run(takenAt ? 'start' : 'now', idsOf(items)), nextFocus)
      : run(idsOf(some));
    if (await work) selection.clear();
  };
  const others = thingsOf(tableOfKind(link.owner).table);
  const held = items.length - free.length;
  return (
    <>
      <Warnings items={isAssigning ? items : []} {...{ held, others }} when={taken > 0 ? takenAt : undefined} />
      {held > 0 && free.length > 0 && (
        <Button size="xs" variant="default" loading={loading} onClick={() => void change(free)}>
          Assign the other {formatNumber(free.length)}
        </Button>
      )}
      <Button
        size="xs"
        loading={loading || taking.loading}
        onClick={() => void change(items)}
        {...(isAssigning ? {} : { color: 'red' })}
      >
        {isAssigning ? 'Assign' : 'Unassign'} {held > 0 && free.length > 0 && 'all '}
        {counted(items.length, link.one, link.many)}
        {taken > 0 && `, taking ${formatNumber(taken)} out of other ${others}`}
      </Button>
    </>
  );
}

interface WarningsProps {
  items: readonly Item[];
  held: number;
  others: string;
  /** When those leave the others, where that is not at once. */
  when: string | undefined;
}

/** What a person may not expect of the selected rows: held by other owners, not published. */
function Warnings({ items, held, others, when }: WarningsProps) {
  const drafts = items.filter(({ isPublished }) => isPublished === false).length;
  const areOf = (count: number) =>
    `${formatNumber(count)} of ${formatNumber(items.length)} ${count === 1 ? 'is' : 'are'}`;
  const warnings = [
    held > 0 && `${areOf(held)} in other ${others}${when ? ` and ${held === 1 ? 'leaves' : 'leave'} ${when}` : ''}`,
    drafts > 0 && `${areOf(drafts)} not published`,
  ].filter(Boolean);
  return warnings.length > 0 && <span>{warnings.join(' · ')}</span>;
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
