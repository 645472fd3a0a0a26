/** Dialog that assigns products of all types to a voucher and saves at once (spec §8). */
import { Button, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { assignToVoucher, unassignFromVoucher, voucherChoices } from '#contract/voucher/choice.ts';
import { useAction } from '#kit/api/use-action.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { usePanelSize } from '#kit/list/list-memory.ts';
import { type Selection, useSelection } from '#kit/list/use-selection.ts';
import type { Maybe } from '#kit/record/head-actions.tsx';
import { columnsOf, draftsInWords } from '#admin-shared/assignment/assignment-columns.tsx';
import {
  isFiltered,
  initialState,
  defaultSize,
  namedBy,
  useFolding,
  useSide,
} from '#admin-shared/assignment/assignment-side.ts';
import { SideRows } from '#admin-shared/assignment/side-rows.tsx';
import classes from './choose-products.module.css';
import { kinds, type Voucher } from './voucher-kinds.ts';

type Link = (typeof voucherChoices)[number];
type Chosen = Item & { link: Link };

/** Action that opens the dialog, and the dialog while it is open. */
export function useChooseProducts(voucher: Voucher): { action: Maybe; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    action: !voucher.allProduct && { label: 'Choose products', run: () => setOpen(true) },
    dialog: isOpen && <ChooseDialog voucher={voucher} close={() => setOpen(false)} />,
  };
}

/** `3 courses, 1 product`. */
const inWords = (chosen: readonly Chosen[]) =>
  voucherChoices.flatMap((link) => {
    const count = chosen.filter((one) => one.link === link).length;
    return count > 0 ? [counted(count, link.one, link.many)] : [];
  });

function ChooseDialog({ voucher, close }: { voucher: Voucher; close: () => void }) {
  const [link, setLink] = useState<Link>(voucherChoices[0]);
  const selection = useSelection<Chosen>('all kinds');
  const chosen = [...selection.selected.values()];
  const back = useAction(unassignFromVoucher);
  const assign = useAction(assignToVoucher, {
    // Several are undone as a bulk change.
    undo: (input, { changed }) => (changed === 1 && chosen.length === 1 ? () => void back.run(input) : undefined),
  });
  const submit = async () => {
    const idsOf = ({ wireKey }: Link) => chosen.filter((one) => one.link.wireKey === wireKey).map(({ id }) => id);
    const body = Object.fromEntries(voucherChoices.map((one) => [one.wireKey, idsOf(one)]));
    if ((await assign.run({ params: { id: voucher.voucherId }, body })).ok) close();
  };
  const tooMany = chosen.length > maxIds && `Up to ${formatNumber(maxIds)} at a time`;
  const label = inWords(chosen).join(', ');
  return (
    <WorkDialog
      title={`What is ${voucher.code} for?`}
      close={close}
      isTyped={chosen.length > 0}
      size="xl"
      why={tooMany || (chosen.length === 0 && 'Nothing is chosen yet')}
      submitLabel={`Assign ${label}`.trim()}
      isWorking={assign.loading}
      submit={submit}
      aside={
        <Text role="status" size="sm" mr="auto">
          {draftsInWords(chosen)}
        </Text>
      }
    >
      <SegmentedControl
        className={classes['kinds'] ?? ''}
        size="xs"
        value={link.rows}
        onChange={(rows) => setLink(voucherChoices.find((one) => one.rows === rows) ?? link)}
        aria-label="Kind of product"
        data={kinds.map(({ label: title, link: { rows } }) => {
          const count = chosen.filter((one) => one.link.rows === rows).length;
          return { value: rows, label: count > 0 ? `${title} ${formatNumber(count)}` : title };
        })}
      />
      <Choices key={link.rows} link={link} ownerId={voucher.voucherId} selection={selection} />
    </WorkDialog>
  );
}

interface ChoicesProps {
  link: Link;
  ownerId: string;
  selection: Selection<Chosen>;
}

/** Unassigned products of one type. The selection is kept while the search changes. */
function Choices({ link, ownerId, selection }: ChoicesProps) {
  const [size, chooseSize] = usePanelSize(`${link.owner}/${link.rows}`, defaultSize(link, 'available'));
  const [state, setState] = useState(() => initialState(link, 'available', size));
  const { shown, drafts } = useFolding(link, ownerId, 'available', state);
  const result = useSide(link, ownerId, 'available', shown);
  const { selected, isAll, toggle, clear, selectAll } = selection;
  const own = useMemo<Selection<Item>>(
    () => ({
      selected,
      toggle: (rows, isOn) =>
        toggle(
          rows.map(([id, row]) => [id, { ...row, link }] as const),
          isOn,
        ),
      clear,
      isAll,
      selectAll,
    }),
    [selected, isAll, toggle, clear, selectAll, link],
  );
  const columns = useMemo(() => columnsOf(link, ownerId, false, undefined, {}), [link, ownerId]);
  const isNarrowed = isFiltered(state);
  return (
    <div>
      <SideRows
        {...{ link, state: shown, drafts, setState, chooseSize, result, columns }}
        side="available"
        selection={own}
        nothing={
          <EmptyState
            title={isNarrowed ? 'Nothing matches' : 'There is nothing left to choose'}
            action={
              isNarrowed && (
                <Button variant="default" onClick={() => setState(initialState(link, 'available'))}>
                  Clear search and filters
                </Button>
              )
            }
          >
            {isNarrowed
              ? `No ${namedBy(link, state)} match. Try another search or filter.`
              : `All ${namedBy(link, state)} are assigned.`}
          </EmptyState>
        }
      />
    </div>
  );
}
