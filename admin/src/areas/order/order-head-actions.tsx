/** Actions in the head of an order: the one that is due is primary. A payment is recorded with how it came. */
import { useDisclosure } from '@mantine/hooks';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { type getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { type SetStatus, nextStatuses } from '#contract/order/rules.ts';
import { listPayments } from '#contract/payment/entries.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { RecordPayment } from './payments/record-payment.tsx';
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

export function useOrderActions(record: Order): HeadActions {
  const { press, loading } = useStatus(record);
  const statuses = mayCall(setOrderStatus, role() ?? '') ? nextStatuses[record.status] : [];
  const isAgain = mayCall(makeOrder, role() ?? '') && ['expired', 'cancelled', 'failed'].includes(record.status);
  const again = isAgain && { label: 'New order of the same products', to: '/order/new', search: newOrderOf(record) };
  const { due } = useCall(listPayments, { params: { id: record.orderId } }).data ?? { due: record.totalAmount };
  const [isRecording, recording] = useDisclosure();
  const actionOf = (status: SetStatus) => ({
    ...(status === 'paid' && due > 0
      ? { label: 'Record a payment', run: recording.open }
      : { label: actionNames[status], run: () => press(status) }),
    isBusy: loading,
  });
  const isDue = statuses.includes('paid');
  const others = statuses.filter((status) => status !== 'paid');
  return {
    primary: isDue ? actionOf('paid') : again,
    menu: [isDue && again, ...others.filter((status) => !endsOrder(status)).map(actionOf)],
    destructive: others.filter(endsOrder).map(actionOf),
    dialog: isRecording && <RecordPayment order={record} due={due} close={recording.close} />,
  };
}
