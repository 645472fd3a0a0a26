/** Actions in the head of an order: the one that is due as a button, the others in a menu. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { type getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { type SetStatus, nextStatuses } from '#contract/order/rules.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { actionNames, endsOrder, statusQuestion } from './status-question.ts';

type Order = Reply<typeof getOrder>;

/** Asks, and sets the status. */
function useStatus({ orderId, version, ...order }: Order) {
  const { run, loading } = useAction(setOrderStatus);
  const become = async (status: SetStatus) => {
    const choice = { removeAccess: true };
    if (!(await confirm(statusQuestion(order, status, choice)))) return false;
    return (await run({ params: { id: orderId }, body: { status, ...choice } }, { ifMatch: version })).ok;
  };
  const press = (status: SetStatus) =>
    void runThenFocus(
      () => become(status),
      () => document.querySelector<HTMLElement>('#main'),
    );
  return { press, loading };
}

/** A new order with the same member, items and code. */
const newOrderOf = ({ user: { id: userId }, items, voucherCode }: Order) =>
  searchOf({ userId, items, ...(voucherCode && { code: voucherCode }) });
const again = 'New order of the same products';

export function OrderHeadActions({ record }: { record: Order }) {
  const { press, loading } = useStatus(record);
  const statuses = mayCall(setOrderStatus, role() ?? '') ? nextStatuses[record.status] : [];
  const isAgain = mayCall(makeOrder, role() ?? '') && ['expired', 'cancelled', 'failed'].includes(record.status);
  const isDue = statuses.includes('paid');
  const others = statuses.filter((status) => status !== 'paid');
  const search = newOrderOf(record);
  return (
    <>
      {isDue && (
        <Button loading={loading} onClick={() => press('paid')}>
          {actionNames.paid}
        </Button>
      )}
      {isAgain && !isDue && (
        <Button renderRoot={(props) => <Link {...props} to="/order/new" search={search} />}>{again}</Button>
      )}
      {(others.length > 0 || (isAgain && isDue)) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isAgain && isDue && (
              <Menu.Item renderRoot={(props) => <Link {...props} to="/order/new" search={search} />}>{again}</Menu.Item>
            )}
            {others.map((status) => (
              <Menu.Item key={status} {...(endsOrder(status) && { color: 'red' })} onClick={() => press(status)}>
                {actionNames[status]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
