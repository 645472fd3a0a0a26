/** Work on the queue's items: the one call that settles an item, or setting it aside; handled rows keep their place. */
import { useCallbackRef } from '@mantine/hooks';
import { createContext, useCallback, useContext, useState } from 'react';
import { issueToCourses, previewIssue } from '#contract/certificate/endpoints.ts';
import { getCounts } from '#contract/home/counts.ts';
import { type TodayItem, putBack, setAside } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import { retryJob } from '#contract/jobs/endpoints.ts';
import { retryVideo } from '#contract/video/endpoints.ts';
import { skippedRows, useMending } from '#admin-shared/access/use-mending.ts';
import { call } from '#kit/api/call.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import { useReread } from '#kit/api/use-call.ts';
import { type PinnedRow, mergePinnedRows } from '#kit/list/pinned-rows.ts';
import { nameOfItem, settlingOf } from './item.ts';

/** Row that was handled, and what became of it. */
interface Handled extends PinnedRow<TodayItem> {
  outcome: string;
}

export const keyOf = ({ key }: TodayItem): string => key;

export interface TodayWork {
  /** Outcome of an item that was handled on this page. */
  outcomeOf: (item: TodayItem) => string | undefined;
  isRunning: (item: TodayItem) => boolean;
  /** Whether the row is the last one of the list. */
  isLast: (item: TodayItem) => boolean;
  /** Makes the call that settles the item; resolves to whether it is settled. */
  settle: (item: TodayItem) => Promise<boolean>;
  /** Sets the item aside until tomorrow. */
  aside: (item: TodayItem) => Promise<boolean>;
  /** Does work of the panel on the item; resolves to whether it is done. */
  handle: (item: TodayItem, outcome: string, run: () => Promise<boolean>) => Promise<boolean>;
  back: (item: TodayItem) => Promise<boolean>;
}

export const WorkContext = createContext<TodayWork | undefined>(undefined);

export function useTodayWork(): TodayWork {
  const work = useContext(WorkContext);
  if (!work) throw new Error('Outside of the start page');
  return work;
}

type Calls = Partial<Record<TodayKind, (item: TodayItem) => Promise<boolean>>>;

/** Calls that settle an item; each resolves to whether it was accepted. `undone` is called with the item's key. */
function useCalls(undone: (key: string) => void): Calls {
  const { mend } = useMending('paid-no-access', (ids) => {
    for (const id of ids) undone(`paid-no-access:${id}`);
  });
  const video = useAction(retryVideo);
  const job = useAction(retryJob);
  const issue = useAction(issueToCourses);
  const recount = useAction(previewIssue, { isBackground: true });
  return {
    'paid-no-access': ({ id: gapId }) => mend([{ gapId }]),
    'failed-video': async ({ id }) => (await video.run({ params: { id } })).ok,
    'failed-job': async ({ id }) => (await job.run({ params: { id } })).ok,
    'certificates-ready': async ({ id, count = 0 }) => {
      const courseIds = [id];
      const outcome = await issue.run({ body: { courseIds, expected: count } });
      // The row has a number that was counted some minutes ago.
      if (!outcome.ok && outcome.error.status === 409) await recount.run({ body: { courseIds } });
      return outcome.ok;
    },
  };
}

/** Sets aside and puts back; one toast counts what is set aside in a row, and its undo puts all of it back. */
function useAsides(undone: (key: string) => void) {
  const undo = useAction(putBack);
  const hide = useTask({
    messages: setAside.messages,
    writes: true,
    series: ['row', 'rows'],
    detail: nameOfItem,
    undo:
      ({ key }: TodayItem) =>
      () => {
        undone(key);
        void undo.run({ body: { key } });
      },
    perform: ({ key, mark }: TodayItem) => call(setAside, { body: { key, mark } }),
  });
  return { hide, undo };
}

/** Reason why the call changed nothing, if it says so. */
function takeReason(): string | undefined {
  const [skipped] = skippedRows.get();
  if (skipped) skippedRows.set([]);
  return skipped?.reason;
}

/** `read`: items as read. Returns the items with those that were handled, and the work on them. */
export function useWork(read: readonly TodayItem[] | undefined) {
  const [handled, setHandled] = useState<readonly Handled[]>([]);
  const [running, setRunning] = useState<readonly string[]>([]);
  const forget = (key: string) => setHandled((all) => all.filter(({ row }) => row.key !== key));
  const calls = useCalls(forget);
  const { hide, undo } = useAsides(forget);
  const rereadCounts = useReread(getCounts);
  const items = read && mergePinnedRows(read, handled, keyOf);
  const handle = useCallbackRef(async (item: TodayItem, outcome: string, run: () => Promise<boolean>) => {
    if (running.includes(item.key)) return false;
    const at = items?.findIndex(({ key }) => key === item.key) ?? 0;
    const below = items?.[at - 1]?.key;
    setRunning((all) => [...all, item.key]);
    // Pinned before the list is read again.
    setHandled((all) => [...all.filter(({ row }) => row.key !== item.key), { row: item, at, below, outcome }]);
    const isDone = await run();
    setRunning((all) => all.filter((key) => key !== item.key));
    const reason = takeReason();
    if (isDone) rereadCounts();
    else forget(item.key);
    if (isDone && reason)
      setHandled((all) => all.map((one) => (one.row.key === item.key ? { ...one, outcome: reason } : one)));
    return isDone;
  });
  const work: TodayWork = {
    outcomeOf: ({ key }) => handled.find(({ row }) => row.key === key)?.outcome,
    isRunning: ({ key }) => running.includes(key),
    isLast: ({ key }) => items?.at(-1)?.key === key,
    settle: (item) => handle(item, settlingOf(item)?.done ?? '', async () => (await calls[item.kind]?.(item)) ?? false),
    aside: (item) => handle(item, 'Set aside', async () => (await hide.run(item)).ok),
    handle,
    back: (item) => handle(item, 'Back in the list', async () => (await undo.run({ body: { key: item.key } })).ok),
  };
  const forgetAll = useCallback(() => setHandled([]), []);
  return { items, work, forgetAll };
}
