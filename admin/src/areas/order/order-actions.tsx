/** Actions on selected orders: copy, and set the status of the selected ones or of all that match. */
import { Button, Menu } from '@mantine/core';
import { batches } from '#contract/batch/starts.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { SetStatus } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { role } from '#kit/api/session.ts';
import { useBatch } from '#admin-shared/batch/use-batch.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { SelectionActions } from '#kit/list/use-list-selection.tsx';
import type { Order } from './product-name.tsx';
import { endsOrder } from './status-question.ts';

const orders = ['order', 'orders'] as const;

/** Effect of each status beyond itself and the tick; follows the status and a colon. */
const effects: Readonly<Record<SetStatus, string>> = {
  paid: 'their members get access to what they bought.',
  pending: '',
  unpaid: '',
  cancelled: 'uses of vouchers are restored.',
  refunded: 'uses of vouchers are restored.',
};
const statuses = Object.keys(effects) as SetStatus[];

function SetStatusOfAll(chosen: SelectionActions<Order>) {
  const { run, loading } = useBatch(batches.orderStatus, chosen);
  if (!mayCall(batches.orderStatus.start, role() ?? '')) return null;
  const set = (status: SetStatus) => {
    const change = { value: status, removeAccess: true };
    return run(change, (records) => ({
      title: `Set ${records} to ${orderStatusLabels[status]}?`,
      text: [
        effects[status] && `${orderStatusLabels[status]}: ${effects[status]}`,
        'Orders that cannot get this status stay as they are and are listed with the reason.',
      ]
        .filter(Boolean)
        .join(' '),
      action: `Set ${records}`,
      isDestructive: endsOrder(status),
      tick: endsOrder(status)
        ? {
            label: 'Also remove the access that they gave, unless another paid order gives it',
            isOn: true,
            set: (isOn) => (change.removeAccess = isOn),
          }
        : undefined,
    }));
  };
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="xs" loading={loading}>
          Set status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses.map((status) => (
          <Menu.Item key={status} onClick={() => void set(status)}>
            <OrderStatusBadge status={status} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export const OrderActions = (chosen: SelectionActions<Order>) => (
  <>
    {!chosen.all && (
      <>
        <CopySelected
          selection={chosen.selection}
          one="invoice"
          many="invoices"
          rows={orders}
          textOf={({ invoiceNumber }) => invoiceNumber}
        />
        <CopySelected
          selection={chosen.selection}
          one="e-mail"
          many="e-mails"
          rows={orders}
          textOf={({ user }) => user.email}
        />
      </>
    )}
    <SetStatusOfAll {...chosen} />
  </>
);
