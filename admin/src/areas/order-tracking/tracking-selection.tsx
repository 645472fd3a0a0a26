/** Actions on selected tracked orders. */
import { Button, Menu } from '@mantine/core';
import { mainPortalProps } from '#kit/feedback/in-main.ts';
import { counted } from '#kit/format/formats.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { StatusChoices } from './status-menu.tsx';
import { type TrackingOrder, customerLabel } from './tracking-order.ts';
import type { StatusChange } from './use-status-change.ts';

/** Limit per action; each order is a separate write to the document database. */
const max = 100;

const orders = ['order', 'orders'] as const;

interface Props {
  selection: Selection<TrackingOrder>;
  set: StatusChange['set'];
}

function TrackingActions({ selection, set }: Props) {
  const selected = [...selection.selected.values()];
  return (
    <>
      <CopySelected
        selection={selection}
        one="phone number"
        many="phone numbers"
        rows={orders}
        textOf={({ userPhone }) => userPhone}
      />
      <Menu position="top-end" portalProps={mainPortalProps} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="xs">Set status of {counted(selected.length, ...orders)}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusChoices
            status={null}
            choose={(to) => {
              for (const order of selected) set(order, to);
              selection.clear();
            }}
          />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

export const createSelection = (set: StatusChange['set']): Selecting<TrackingOrder> => ({
  max,
  name: customerLabel,
  actions: ({ selection }) => <TrackingActions selection={selection} set={set} />,
});
