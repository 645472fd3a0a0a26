/** Button that assigns or unassigns all items that match a picker's search, as a batch. */
import { Button } from '@mantine/core';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import type { batches } from '#contract/batch/starts.ts';
import { useBatch } from '../batch/use-batch.ts';
import type { Selection } from '#kit/list/use-selection.ts';
import type { Side, SideState } from './assignment-side.ts';

/** Calls that begin batches of an assignment. */
export type AssigningCalls = (typeof batches)['discountCourses' | 'voucherCourses' | 'pathCourses'];

interface Props {
  calls: AssigningCalls;
  link: InvertedAssignment & { reorder?: unknown };
  ownerId: string;
  side: Side;
  state: SideState;
  selection: Selection<Item>;
  loss: string;
}

/** Query of the picker's side, as the batch takes it. */
const queryOf = (side: Side, { search, category, isPublished, withoutConflict }: SideState) => ({
  search,
  category,
  isPublished,
  isAssigned: String(side === 'assigned'),
  ...(side === 'available' && { withoutConflict }),
});

/** Effect on the items that the batch assigns, and on those that it refuses. */
const assigningText = ({ many, isExclusive, reorder }: Props['link']): string =>
  [
    reorder ? 'Assign: they go to its end, newest first.' : '',
    isExclusive
      ? `Other owners keep the ${many} that they hold: these are listed with the reason.`
      : `What cannot be assigned is listed with the reason.`,
  ]
    .filter(Boolean)
    .join(' ');

export function ChangeAllButton({ calls, link, ownerId, side, state, selection, loss }: Props) {
  const all = { query: queryOf(side, state) };
  const { run, loading } = useBatch(calls, { selection, all }, { ownerId });
  const { many } = link;
  const isAssigning = side === 'available';
  const change = () =>
    run({ value: isAssigning ? 'assigned' : 'none', ownerId }, (items) =>
      isAssigning
        ? { title: `Assign ${items}?`, text: assigningText(link), action: `Assign ${items}` }
        : {
            title: `Unassign ${items}?`,
            text: `Unassign: ${loss} The ${many} themselves stay as they are.`,
            action: `Unassign ${items}`,
            isDestructive: true,
          },
    );
  return (
    <Button size="xs" loading={loading} onClick={() => void change()} {...(isAssigning ? {} : { color: 'red' })}>
      {isAssigning ? 'Assign' : 'Unassign'} all that match
    </Button>
  );
}
