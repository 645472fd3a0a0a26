/** Status of an order in the list, with a menu that changes it. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFilterOff } from '@tabler/icons-react';
import { orderStatuses, type OrderStatus } from '#contract/order/status.ts';
import { OrderStatusBadge, orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { useOptimisticStatus } from './pending-status.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { StatusChange } from './use-status-change.ts';
import desk from './desk/desk.module.css';
import classes from './tracking.module.css';

interface Props {
  order: TrackingOrder;
  set: StatusChange['set'];
}

/** Badge of the status and the menu that sets another. Only an existing document can be changed (spec §4). */
export function StatusMenu({ order, set }: Props) {
  const status = useOptimisticStatus(order);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes['status']}
          data-status-menu
          aria-label={`${orderStatusLabel(status)}, status of ${order.userName.trim() || order.id}`}
        >
          <OrderStatusBadge status={status} />
          <IconChevronDown size={14} aria-hidden />
          {order.stays && (
            <span className={desk['stays']} data-stays title="Changed: it no longer matches the filters">
              <IconFilterOff size={14} aria-hidden />
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusChoices status={status} choose={(to) => set(order, to)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Menu items of the statuses with their shortcuts. `status` is the current one. */
export function StatusChoices({ status, choose }: { status: string | null; choose: (to: OrderStatus) => void }) {
  return (
    <Menu.RadioGroup value={status} onChange={(next) => choose(next as OrderStatus)}>
      {orderStatuses.map((choice, index) => (
        <Menu.RadioItem
          key={choice}
          value={choice}
          closeMenuOnClick
          data-autofocus={choice === status || undefined}
          rightSection={status === null ? undefined : <kbd aria-hidden>{index + 1}</kbd>}
        >
          <OrderStatusBadge status={choice} />
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
