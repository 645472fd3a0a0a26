/** Assign and unassign actions of a picker: for the whole selection, or one button per row. */
import { Button, Text } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { tableOfKind, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/rows-table.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { areOf, draftsInWords } from './assignment-columns.tsx';
import { useTakeOver } from './use-take-over.ts';

interface Changing {
  link: InvertedAssignment;
  ownerId: string;
  side: 'assigned' | 'available';
  /** Effect of unassigning, as a sentence that fits one and many. */
  loss: string;
  /** Phrase for when items leave the other owners, such as "on 3 Dec 2026, 19.00"; undefined: at once. */
  takenAt?: string | undefined;
  /** Returns the element to focus afterwards, since the focused row disappears. */
  nextFocus: () => HTMLElement | null | undefined;
}

/** Items that were refused, for example since a course is full, and why. */
interface Refusal {
  ids: readonly string[];
  why: string;
}

const reasonOf = ({ errors, message }: ApiError): string => errors.map((one) => one.message).join('. ') || message;

const isOfOne = (body: object = {}) => Object.values(body).flat().length === 1;

/**
 * Assigns or unassigns items; asks before unassigning. `run` resolves to whether it was done. The lists are refetched
 * (spec §4).
 */
function useChange({ link, ownerId, side, loss, nextFocus }: Changing) {
  const [refusal, setRefusal] = useState<Refusal>();
  const unassign = useAction(link.unassign);
  const assign = useAction(link.assign, {
    // Several are undone as a bulk change.
    undo: (input, { changed }) => (changed === 1 && isOfOne(input.body) ? () => void unassign.run(input) : undefined),
  });
  const change = async (ids: readonly string[], name?: string) => {
    const { one, many } = link;
    const named = counted(ids.length, one, many);
    const isSure =
      side === 'available' ||
      (await confirm({
        title: `Unassign ${name ? `"${name}"` : named}?`,
        text: `Unassign: ${loss} The ${ids.length === 1 ? `${one} itself stays as it is` : `${many} themselves stay as they are`}.`,
        action: `Unassign ${named}`,
        isDestructive: true,
      }));
    if (!isSure) return false;
    setRefusal(undefined);
    const outcome = await (side === 'assigned' ? unassign : assign).run(link.inputOf(ownerId, ids));
    if (!outcome.ok && outcome.error.status === 409) setRefusal({ ids, why: reasonOf(outcome.error) });
    return outcome.ok;
  };
  const run = (ids: readonly string[], name?: string) => runThenFocus(() => change(ids, name), nextFocus);
  return { run, refusal, loading: assign.loading || unassign.loading };
}

/** Unassigns items after a confirmation: `run` with their ids, and `loading`. */
export const useUnassign = (changing: Omit<Changing, 'side'>) => useChange({ ...changing, side: 'assigned' });

/**
 * Bulk actions for the selection. If other owners hold some items, the bar shows how many and offers to assign all or
 * only the rest. Items that active owners hold are taken from them. Success clears the selection.
 */
export function ChangeButton({ selection, ...changing }: Changing & { selection: Selection<Item> }) {
  const { link, side, ownerId, takenAt, nextFocus } = changing;
  const { run, loading } = useChange(changing);
  const takeOver = useTakeOver(link, ownerId);
  const isAssigning = side === 'available';
  const items = [...selection.selected.values()];
  const idsOf = (some: readonly Item[]) => some.map(({ id }) => id);
  const free = isAssigning ? items.filter(({ heldBy = [] }) => heldBy.length === 0) : items;
  const takenCount = isAssigning ? items.filter(isHeldByOthers).length : 0;
  const change = async (some: readonly Item[]) => {
    const isTaking = takenCount > 0 && some === items;
    const work = isTaking
      ? runThenFocus(() => takeOver.run(takenAt ? 'start' : 'now', idsOf(items)), nextFocus)
      : run(idsOf(some));
    if (await work) selection.clear();
  };
  const others = recordNounPlural(tableOfKind(link.owner).table);
  const heldCount = items.length - free.length;
  return (
    <>
      <Warnings
        items={isAssigning ? items : []}
        {...{ heldCount, others }}
        when={takenCount > 0 ? takenAt : undefined}
      />
      {heldCount > 0 && free.length > 0 && (
        <Button size="xs" variant="default" loading={loading} onClick={() => void change(free)}>
          Assign the other {formatNumber(free.length)}
        </Button>
      )}
      <Button
        size="xs"
        loading={loading || takeOver.loading}
        onClick={() => void change(items)}
        {...(isAssigning ? {} : { color: 'red' })}
      >
        {isAssigning ? 'Assign' : 'Unassign'} {heldCount > 0 && free.length > 0 && 'all '}
        {counted(items.length, link.one, link.many)}
        {takenCount > 0 && `, taking ${formatNumber(takenCount)} out of other ${others}`}
      </Button>
    </>
  );
}

interface WarningsProps {
  items: readonly Item[];
  heldCount: number;
  others: string;
  /** Phrase for when items leave the other owners, such as "on 3 Dec 2026, 19.00"; undefined: at once, or never. */
  when: string | undefined;
}

/** Warnings about the selected rows: held by other owners, not published. */
function Warnings({ items, heldCount, others, when }: WarningsProps) {
  const warnings = [
    heldCount > 0 &&
      `${areOf(heldCount, items.length)} in other ${others}${when ? ` and ${heldCount === 1 ? 'leaves' : 'leave'} ${when}` : ''}`,
    draftsInWords(items),
  ].filter(Boolean);
  return warnings.length > 0 && <span>{warnings.join(' · ')}</span>;
}

/** Whether assigning would be refused because another owner holds the item. */
const isHeldByOthers = ({ conflict, heldBy = [] }: Item) => conflict !== null && heldBy.length > 0;

/** Column with an action per row, for endpoints that take one item. */
export function useChangeColumn(changing: Changing): Column<Item> {
  const { side } = changing;
  const { run, refusal, loading } = useChange(changing);
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
        <>
          <Unavailable why={loading && 'A change is being saved'} isShown>
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
          {/* A row that was read since may say it already. */}
          {refusal?.ids.includes(item.id) && refusal.why !== item.conflict && (
            <Text size="xs" c="red" mt={4}>
              {refusal.why}
            </Text>
          )}
        </>
      ),
    };
  }, [side, loading, change, refusal]);
}
