/** Plans many orders in one call: claim, hand over, next follow-up; with what was refused, and an undo. */
import { hasDesk, workOrders } from '#contract/order-tracking/desk.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { counted } from '#kit/format/formats.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { deskOrder, storeDeskOrders } from './desk-state.ts';

export interface Plan {
  claim?: true;
  holder?: string;
  followUpAt?: string | null;
}

interface BulkWork {
  /** Words of the toast: "Claimed". */
  did: string;
  orders: readonly TrackingOrder[];
  plan: Plan;
}

/** Why an order was refused. */
export interface Refusal {
  order: TrackingOrder;
  message: string;
}

type Answer = Reply<typeof workOrders>;
type Report = (refusals: readonly Refusal[]) => void;

const messages = { ok: '{text}', fail: 'No order was changed', preferServer: true };

const store = ({ changed, refused }: Answer) =>
  storeDeskOrders([...changed, ...refused].flatMap(({ order }) => order ?? []));

/** Only a claim needs no version: it is refused when somebody else has the order. */
const versionOf = ({ claim }: Plan, id: string) => {
  const version = claim ? undefined : deskOrder(id)?.version;
  return version === undefined ? {} : { version };
};

async function perform({ did, orders, plan }: BulkWork, report?: Report) {
  const able = orders.filter(({ id }) => hasDesk(id));
  const body = { orders: able.map(({ id }) => ({ id, ...plan, ...versionOf(plan, id) })) };
  const answer: Answer = able.length === 0 ? { changed: [], refused: [] } : await call(workOrders, { body });
  store(answer);
  const reasons = new Map(answer.refused.map(({ documentId, message }) => [documentId, message]));
  const refusals = orders.flatMap((order) => {
    const message = reasons.get(order.id) ?? (hasDesk(order.id) ? undefined : 'Its ID is not allowed');
    return message === undefined ? [] : [{ order, message }];
  });
  report?.(refusals);
  const { length } = answer.changed;
  if (length === 0 && refusals.length > 0)
    throw new ApiError(409, 'Nothing was changed', { message: 'No order was changed' });
  return {
    ...answer,
    text:
      length === 0
        ? 'No order was changed: all of them have this already'
        : `${did}: ${counted(length, 'order', 'orders')}`,
  };
}

/** Restores what each order had before; names those that were changed since. */
async function restore({ orders, plan, changed }: BulkWork & Pick<Answer, 'changed'>) {
  const before = changed.map(({ order: { documentId: id, version }, before: { holder, followUpAt } }) => ({
    id,
    version,
    ...(plan.followUpAt === undefined ? { holder } : { followUpAt }),
  }));
  const answer = await call(workOrders, { body: { orders: before } });
  store(answer);
  const names = new Map(orders.map((order) => [order.id, customerLabel(order)]));
  const refused = answer.refused.map(({ documentId, message }) => `${names.get(documentId)}: ${message}`);
  if (refused.length > 0) throw new ApiError(409, refused.join('; '), { message: refused.join('; ') });
  return { text: `Taken back: ${counted(answer.changed.length, 'order', 'orders')}` };
}

/** Runs a plan; `report` gets the refusals before the list is read again, and is not called if the call failed. */
export function useBulkWork(onAct: (order: TrackingOrder) => void) {
  const restoring = useTask({ messages, writes: true, perform: restore });
  const planning = useTask<BulkWork, Awaited<ReturnType<typeof perform>>, Report>({
    messages,
    writes: true,
    perform,
    undo: (work, { changed }) => (changed.length === 0 ? undefined : () => void restoring.run({ ...work, changed })),
  });
  return (work: BulkWork, report: Report): void => {
    for (const order of work.orders) onAct(order);
    void planning.run(work, report);
  };
}
