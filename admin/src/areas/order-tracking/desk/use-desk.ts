/** The desk of the page: reads what is known of its rows, again and again, and does what people do with an order. */
import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { deskMessages } from '#contract/desk-template.ts';
import * as contract from '#contract/order-desk.ts';
import { subject } from '#kit/api/session.ts';
import { type Outcome, useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Change } from '../made-changes.ts';
import { shownStatus } from '../pending-status.ts';
import { tracking } from '../session-tracking.ts';
import type { TrackingOrder } from '../tracking-order.ts';
import { deskOrder, keepDeskOrders, keepTemplates } from './desk-state.ts';
import { snapshotOf } from './message.ts';

/** What somebody else does is seen this soon. */
const everyMs = 4_000;

export interface Desk {
  /** Takes an order, or leaves it where the person has it. */
  claim: (order: TrackingOrder) => Promise<boolean>;
  handOver: (order: TrackingOrder, userId: string) => Promise<boolean>;
  note: (order: TrackingOrder, note: string) => Promise<boolean>;
  /** null: no follow-up. */
  followUp: (order: TrackingOrder, at: string | null) => Promise<boolean>;
  /** Somebody was written to. */
  contacted: (order: TrackingOrder, templateId: string | null) => Promise<boolean>;
  /** A status was written into the document. */
  setStatus: (change: Pick<Change, 'order' | 'to'>) => Promise<boolean>;
}

/** Takes over what an action answers; true where it was done. */
async function kept(acting: Promise<Outcome<contract.DeskOrder>>): Promise<boolean> {
  const outcome = await acting;
  if (outcome.ok) keepDeskOrders([outcome.reply]);
  return outcome.ok;
}

const to = (order: TrackingOrder) => ({ params: { id: order.id } });
const seen = (order: TrackingOrder) => ({ ifMatch: deskOrder(order.id)?.version });

type Acting = () => Promise<Outcome<contract.DeskOrder>>;

/** What is on its way for each order: a later one tells a later status, and comes after it. */
const turns = new Map<string, Promise<unknown>>();

function inTurn({ id }: TrackingOrder, acting: Acting): Promise<boolean> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(() => kept(acting()));
  turns.set(id, turn);
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
  const statusNoting = useAction(contract.noteStatus);
  const act = async (order: TrackingOrder, acting: Acting): Promise<boolean> => {
    if (!contract.hasDesk(order.id)) return false;
    onAct(order);
    return inTurn(order, acting);
  };
  const currentSnapshot = (order: TrackingOrder) => snapshotOf(order, shownStatus(order));
  const snapshotCall = (order: TrackingOrder) => ({
    params: { id: order.id },
    body: { snapshot: currentSnapshot(order) },
  });
  const isOwn = ({ id }: TrackingOrder) => deskOrder(id)?.claimedBy?.userId === subject();
  return {
    claim: (order) =>
      act(order, () => (isOwn(order) ? releasing.run(snapshotCall(order)) : claiming.run(snapshotCall(order)))),
    handOver: (order, userId) =>
      act(order, () => handing.run({ ...to(order), body: { snapshot: currentSnapshot(order), userId } }, seen(order))),
    note: (order, note) =>
      act(order, () => noting.run({ ...to(order), body: { snapshot: currentSnapshot(order), note } })),
    followUp: (order, followUpAt) =>
      act(order, () =>
        following.run({ ...to(order), body: { snapshot: currentSnapshot(order), followUpAt } }, seen(order)),
      ),
    contacted: (order, templateId) =>
      act(order, () => contacting.run({ ...to(order), body: { snapshot: currentSnapshot(order), templateId } })),
    setStatus: ({ order, to: status }) =>
      act(order, () => statusNoting.run({ ...to(order), body: { snapshot: snapshotOf(order, status), status } })),
  };
}

/** Reads the desk of the rows that are shown, and the templates. */
export function useDeskOf(rows: readonly TrackingOrder[] | undefined): void {
  const ids = rows?.flatMap(({ id }) => (contract.hasDesk(id) ? [id] : [])).join('/') ?? '';
  const { data } = useCall(contract.readDesk, { query: { ids } }, { enabled: ids !== '', everyMs, keepPrevious: true });
  useEffect(() => {
    if (data) keepDeskOrders(data.orders);
  }, [data]);
  const { data: messages } = useCall(deskMessages, {});
  useEffect(() => {
    if (messages) keepTemplates(messages.templates);
  }, [messages]);
  useSeeing(rows, data?.orders);
}

/** Long enough for a change that is under way to be written in both places. */
const settledMs = 3_000;

/** Rereads documents whose status differs from the desk's, and updates the desk. */
function useSeeing(rows: readonly TrackingOrder[] | undefined, known: readonly contract.DeskOrder[] | undefined): void {
  const { run } = useAction(contract.seeOrder);
  const see = useCallbackRef(async (ids: string[]) => {
    const documents = await tracking().some(ids);
    const changed = documents.filter((order) => snapshotOf(order).status !== deskOrder(order.id)?.status);
    for (const order of changed) await run({ ...to(order), body: { snapshot: snapshotOf(order) } });
  });
  useEffect(() => {
    const differs = (order: TrackingOrder) => {
      const state = deskOrder(order.id);
      return state !== undefined && state.status !== snapshotOf(order).status && shownStatus(order) === order.status;
    };
    const timer = setTimeout(() => {
      const ids = (rows ?? []).filter(differs).map(({ id }) => id);
      // Told again another time.
      if (ids.length > 0) see(ids).catch(() => undefined);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [rows, known, see]);
}
