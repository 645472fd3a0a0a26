/** Status actions of an order, each with its effect in words. */
import { Button } from '@mantine/core';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import { type SetStatus, effectsOf, nextStatuses } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import type { Order } from './product-name.tsx';

const actionNames: Readonly<Record<SetStatus, string>> = {
  unpaid: 'Mark as unpaid',
  pending: 'Mark as pending',
  paid: 'Mark as paid',
  cancelled: 'Cancel order',
  refunded: 'Mark as refunded',
};
/** Statuses that end an order; shown as destructive actions. */
const ending: ReadonlySet<SetStatus> = new Set(['cancelled', 'refunded']);

export function OrderStatusActions({ record }: { record: Order }) {
  const { run } = useAction(setOrderStatus);
  if (!mayCall(setOrderStatus, role() ?? '')) return null;
  const become = async (status: SetStatus) => {
    const { orderId, invoiceNumber, version } = record;
    const effects = effectsOf(record, status);
    const title = `${actionNames[status]}: ${invoiceNumber}?`;
    const text = effects.join(' ') || `Its status becomes ${orderStatusLabels[status]}, and nothing else changes.`;
    const isSure = await confirm({ title, text, action: actionNames[status], isDestructive: ending.has(status) });
    if (!isSure) return false;
    return (await run({ params: { id: orderId }, body: { status } }, { ifMatch: version })).ok;
  };
  const [first, ...others] = nextStatuses[record.status].toSorted((one) => (one === 'paid' ? -1 : 1));
  const button = (status: SetStatus, isFirst: boolean) => (
    <Button
      key={status}
      variant={isFirst ? 'filled' : 'default'}
      {...(ending.has(status) && { color: 'red', variant: 'default' })}
      onClick={() =>
        void runThenFocus(
          () => become(status),
          () => document.querySelector<HTMLElement>('#main'),
        )
      }
    >
      {actionNames[status]}
    </Button>
  );
  return (
    <>
      {others.map((status) => button(status, false))}
      {first && button(first, true)}
    </>
  );
}
