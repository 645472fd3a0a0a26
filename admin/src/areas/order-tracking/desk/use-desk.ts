/** Desk of the page: runs desk actions, polls the desk data of the rows, and reports changed statuses to the desk. */
import { useCallbackRef } from '@mantine/hooks';
import { createContext, useContext, useEffect } from 'react';
import { deskMessages } from '#contract/order-tracking/templates.ts';
import * as contract from '#contract/order-tracking/desk.ts';
import { knownStatus } from '#contract/order/status.ts';
import { subject } from '#kit/api/session.ts';
import { type Outcome, type RunOptions, useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Change } from '../undo-stack.ts';
import { optimisticStatus } from '../pending-status.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { StatusChange } from '../use-status-change.ts';
import { deskOrder, storeDeskOrders, storePresent, storeTemplates } from './desk-state.ts';

/** Polling interval for changes of others. */
const everyMs = 4_000;

type Done = Outcome<contract.DeskOrder>;

/** Actions on orders; undefined for an order that cannot have desk data. */
export interface Desk {
  /** Claims an order, or releases it if the user has it. */
  claim: (order: TrackingOrder) => Promise<Done | undefined>;
  /** Records that the person was contacted. */
  contacted: (order: TrackingOrder, templateId: string | null) => Promise<Done | undefined>;
  /** Saves all that was filled in, based on the state that is shown; the caller shows a failure. */
  work: (order: TrackingOrder, work: contract.DeskWork) => Promise<Done | undefined>;
  /** Records a status that was written to the document. */
  setStatus: (change: Pick<Change, 'order'>) => Promise<Done | undefined>;
}

/** Actions of the panel of an order. */
interface OpenDesk extends Desk, Pick<StatusChange, 'set'> {
  /** Called when an order is left without work on it. */
  pass?: () => void;
}
export const DeskContext = createContext<OpenDesk | undefined>(undefined);

export function useOpenDesk() {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('Outside of the tracking page');
  return desk;
}

const callOf = <Body extends object>({ id }: TrackingOrder, body: Body) => ({ params: { id }, body });
/** Version of an order with which nobody worked yet. */
const firstVersion = 1;
const shownByForm: RunOptions = { showsErrors: true, asksOnConflict: true };

type Acting = () => Promise<Done>;

/** Pending actions by order. They run in sequence, so that the desk gets the latest status last. */
const turns = new Map<string, Promise<unknown>>();

function inTurn({ id }: TrackingOrder, acting: Acting): Promise<Done> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
    const outcome = await acting();
    if (outcome.ok) storeDeskOrders([outcome.reply]);
    return outcome;
  });
  turns.set(id, turn);
  const end = () => {
    if (turns.get(id) === turn) turns.delete(id);
  };
  turn.then(end, end);
  return turn;
}

/** `onAct` is called with each order before an action on it. */
export function useDesk(onAct: (order: TrackingOrder) => void): Desk {
  const working = useAction(contract.workOrder);
  const statusNoting = useAction(contract.noteStatus, { isBackground: true });
  const act = async (order: TrackingOrder, acting: Acting): Promise<Done | undefined> => {
    if (!contract.hasDesk(order.id)) return undefined;
    onAct(order);
    return inTurn(order, acting);
  };
  const isOwn = ({ id }: TrackingOrder) => deskOrder(id)?.claimedBy?.userId === subject();
  const run = (order: TrackingOrder, work: contract.DeskWork, options?: RunOptions) =>
    working.run(callOf(order, work), options);
  return {
    claim: (order) => act(order, () => run(order, isOwn(order) ? { holder: null } : { claim: true })),
    contacted: (order, templateId) => act(order, () => run(order, { contact: { templateId } })),
    work: (order, work) =>
      act(order, () => run(order, work, { ...shownByForm, ifMatch: deskOrder(order.id)?.version ?? firstVersion })),
    setStatus: ({ order }) => act(order, () => statusNoting.run(callOf(order, {}))),
  };
}

/** Loads the desk data of the shown rows and of the open panel, and the templates. */
export function useDeskData(rows: readonly TrackingOrder[] | undefined, peekedId: string | undefined): void {
  const shown = new Set([...(peekedId === undefined ? [] : [peekedId]), ...(rows ?? []).map(({ id }) => id)]);
  const ids = [...shown].filter(contract.hasDesk).join('/');
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
