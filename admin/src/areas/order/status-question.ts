/** Question before the status of an order is set: what it would do, and whether access ends with it. Pure. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { type SetStatus, accessAfter, effectsOf, listNames } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import type { Question } from '#kit/feedback/confirm.tsx';

export const actionNames: Readonly<Record<SetStatus, string>> = {
  unpaid: 'Mark as unpaid',
  pending: 'Mark as pending',
  paid: 'Mark as paid',
  cancelled: 'Cancel order',
  refunded: 'Mark as refunded',
};
export const endsOrder = (status: SetStatus): boolean => status === 'cancelled' || status === 'refunded';

/** The choice whether access is removed; the question changes it. */
export interface AccessChoice {
  removeAccess: boolean;
}

type Order = Pick<
  Reply<typeof getOrder>,
  'invoiceNumber' | 'status' | 'user' | 'items' | 'totalAmount' | 'voucherCode'
>;

export function statusQuestion(order: Order, to: SetStatus, choice: AccessChoice): Question {
  const { invoiceNumber, status, user, items, totalAmount } = order;
  const action = actionNames[to];
  const effects = effectsOf(order, to);
  const ends = status === 'paid' && endsOrder(to) ? accessAfter(items).ends : [];
  const what = `${user.name}, ${formatMoney(totalAmount)}${items.length > 0 ? ` for ${listNames(items)}` : ''}.`;
  const then = effects.join('; ') || `its status becomes ${orderStatusLabels[to]}`;
  return {
    title: `${action}: ${invoiceNumber}?`,
    text: `${what} ${action}: ${then}.`,
    action,
    back: endsOrder(to) ? 'Keep order' : 'Cancel',
    isDestructive: endsOrder(to),
    tick:
      ends.length > 0
        ? {
            label: `Also remove access to ${listNames(ends)}`,
            isOn: choice.removeAccess,
            set: (isOn) => (choice.removeAccess = isOn),
          }
        : undefined,
  };
}
