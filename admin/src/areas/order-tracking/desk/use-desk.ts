/** Desk of the page: runs desk actions, polls the desk data of the rows, and reports changed statuses to the desk. */
import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { deskMessages } from '#contract/order-tracking/templates.ts';
import * as contract from '#contract/order-tracking/desk.ts';
import { knownStatus } from '#contract/order/status.ts';
import { subject } from '#kit/api/session.ts';
import { type Outcome, useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Change } from '../undo-stack.ts';
import { optimisticStatus } from '../pending-status.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { deskOrder, storeDeskOrders, storePresent, storeTemplates } from './desk-state.ts';

/** Polling interval for changes of others. */
const everyMs = 4_000;

/** Actions resolve to true on success; to false on failure, and for an order that cannot have desk data. */
export interface Desk {
  /** Claims an order, or releases it if the user has it. */
  claim: (order: TrackingOrder) => Promise<boolean>;
  handOver: (order: TrackingOrder, userId: string) => Promise<boolean>;
  note: (order: TrackingOrder, note: string) => Promise<boolean>;
  /** null removes the follow-up. */
  followUp: (order: TrackingOrder, at: string | null) => Promise<boolean>;
  /** Records that the person was contacted. */
  contacted: (order: TrackingOrder, templateId: string | null) => Promise<boolean>;
  /** Records a status that was written to the document. */
  setStatus: (change: Pick<Change, 'order'>) => Promise<boolean>;
}

/** Stores the result of an action; true on success. */
async function kept(acting: Promise<Outcome<contract.DeskOrder>>): Promise<boolean> {
  const outcome = await acting;
  if (outcome.ok) storeDeskOrders([outcome.reply]);
  return outcome.ok;
}

const callOf = <Body extends object>({ id }: TrackingOrder, body: Body) => ({ params: { id }, body });
const seen = (order: TrackingOrder) => ({ ifMatch: deskOrder(order.id)?.version });

type Acting = () => Promise<Outcome<contract.DeskOrder>>;

/** Pending actions by order. They run in sequence, so that the desk gets the latest status last. */
const turns = new Map<string, Promise<unknown>>();

function inTurn({ id }: TrackingOrder, acting: Acting): Promise<boolean> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(() => kept(acting()));
  turns.set(id, turn);
  const end = () => {
    if (turns.get(id) === turn) turns.delete(id);
  };
  turn.then(end, end);
  return turn;
}

/** `onAct` is called with each order before an action on it. */
export function useDesk(onAct: (order: TrackingOrder) => void): Desk {
  const claiming = useAction(contract.claimOrder);
  const releasing = useAction(contract.releaseOrder);
  const handing = useAction(contract.handOverOrder);
  const noting = useAction(contract.noteOrder);
  const following = useAction(contract.followUpOrder);
  const contacting = useAction(contract.contactOrder);
  const statusNoting = useAction(contract.noteStatus, { isBackground: true });
  const act = async (order: TrackingOrder, acting: Acting): Promise<boolean> => {
    if (!contract.hasDesk(order.id)) return false;
    onAct(order);
    return inTurn(order, acting);
  };
  const isOwn = ({ id }: TrackingOrder) => deskOrder(id)?.claimedBy?.userId === subject();
  return {
    claim: (order) => act(order, () => (isOwn(order) ? releasing : claiming).run(callOf(order, {}))),
    handOver: (order, userId) => act(order, () => handing.run(callOf(order, { userId }), seen(order))),
    note: (order, note) => act(order, () => noting.run(callOf(order, { note }))),
    followUp: (order, followUpAt) => act(order, () => following.run(callOf(order, { followUpAt }), seen(order))),
    contacted: (order, templateId) => act(order, () => contacting.run(callOf(order, { templateId }))),
    setStatus: ({ order }) => act(order, () => statusNoting.run(callOf(order, {}))),
  };
}

/** Loads the desk data of the shown rows, and the templates. */
export function useDeskData(rows: readonly TrackingOrder[] | undefined): void {
  const ids = rows?.flatMap(({ id }) => (contract.hasDesk(id) ? [id] : [])).join('/') ?? '';
  const { data } = useCall(contract.readDesk, { query: { ids } }, { enabled: ids !== '', everyMs, keepPrevious: true });
  useEffect(() => {
    if (!data) return;
    storeDeskOrders(data.orders);
    storePresent(data.present);
  }, [data]);
  const { data: messages } = useCall(deskMessages, {});
  useEffect(() => {
    if (messages) storeTemplates(messages.templates);
  }, [messages]);
  useSeeing(rows, data?.orders);
}

/** Delay that lets a pending change reach both document and desk. */
const settledMs = 3_000;

/** Rereads documents whose status differs from the desk's, and updates the desk. */
function useSeeing(rows: readonly TrackingOrder[] | undefined, known: readonly contract.DeskOrder[] | undefined): void {
  const { run } = useAction(contract.seeOrder, { isBackground: true });
  const see = useCallbackRef(async (ids: string[]) => {
    const documents = await trackingClient().byIds(ids);
    const changed = documents.filter((order) => knownStatus(order.status) !== deskOrder(order.id)?.status);
    await Promise.all(changed.map((order) => run(callOf(order, {}))));
  });
  useEffect(() => {
    const differs = (order: TrackingOrder) => {
      const state = deskOrder(order.id);
      return (
        state !== undefined && state.status !== knownStatus(order.status) && optimisticStatus(order) === order.status
      );
    };
    const timer = setTimeout(() => {
      const ids = (rows ?? []).filter(differs).map(({ id }) => id);
      // Retried at the next change of the rows.
      if (ids.length > 0) see(ids).catch(() => undefined);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [rows, known, see]);
}
