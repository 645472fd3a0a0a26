/** The status of an order in the list, which can be changed there. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { orderStatuses, type OrderStatus } from '#contract/order-status.ts';
import { setTrackingStatusMessages } from '#contract/order-tracking.ts';
import { OrderStatusBadge, orderStatusLabel } from '#kit/format/order-status-badge.tsx';
import { useTask } from '#kit/api/use-action.ts';
import { tracking } from './session-tracking.ts';
import { toApiError } from './tracking-failure.ts';
import type { TrackingOrder } from './tracking-order.ts';
import classes from './tracking.module.css';

/** Out of the table, which scrolls and would cut it, but still inside the page's main part. */
const inMain = { target: '#main' };

/** The badge of an order's status, and the menu that sets another. Only a document that exists can be set (spec §4). */
export function StatusMenu({ order: { id, status, userName } }: { order: TrackingOrder }) {
  const change = useTask({
    failsAs: 500,
    messages: setTrackingStatusMessages,
    changes: 'order-tracking',
    perform: (next: OrderStatus) => setStatus(id, next),
  });
  const choose = (next: string) => {
    if (next !== status) void change.run(next as OrderStatus);
  };
  return (
    <Menu position="bottom-start" disabled={change.loading} portalProps={inMain} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes['status']}
          aria-label={`${orderStatusLabel(status)}, status of ${userName.trim() || id}`}
          aria-busy={change.loading}
        >
          <OrderStatusBadge status={status} />
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={status} onChange={choose}>
          {orderStatuses.map((choice) => (
            <Menu.RadioItem
              key={choice}
              value={choice}
              closeMenuOnClick
              data-autofocus={choice === status || undefined}
            >
              <OrderStatusBadge status={choice} />
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

async function setStatus(id: string, status: OrderStatus): Promise<void> {
  try {
    await tracking().setStatus(id, status);
  } catch (error) {
    throw toApiError(error, true);
  }
}
