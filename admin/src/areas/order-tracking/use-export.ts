/** An export under way, for the page: how far it is, how to begin and to stop it. */
import { useEffect, useRef, useState } from 'react';
import { exportTracking, exportTrackingMessages, type TrackingAccess } from '#contract/order-tracking.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { download } from './export/download.ts';
import { exportFailure } from './export/export-failure.ts';
import { exportOrders } from './export/export-orders.ts';
import { seldom } from './export/seldom.ts';
import type { ExportProgress } from './export/tracking-workbook.ts';
import type { TrackingFilter } from './filters.ts';
import { trackingAccess } from './session-tracking.ts';

const notBegun: ExportProgress = { done: 0, total: 0 };

/** The right that the password opened; renewed, where it runs out on the way, as that of any page. */
function beginningWith(granted: TrackingAccess): () => Promise<TrackingAccess> {
  let first: TrackingAccess | undefined = granted;
  return async () => {
    const access = first ?? (await trackingAccess());
    first = undefined;
    return access;
  };
}

interface Export {
  /** undefined while none runs; the total is 0 until the orders are counted. */
  progress: ExportProgress | undefined;
  /** Does nothing while one runs. */
  start: (filter: TrackingFilter) => void;
  cancel: () => void;
}

/**
 * One export at a time: downloads the file when it is done. Cancelling it, or leaving the page, ends it without a
 * trace.
 */
export function useExport(): Export {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  const task = useTask({
    failsAs: 500,
    messages: exportTrackingMessages,
    perform: (filter: TrackingFilter) => perform(filter),
  });
  useEffect(() => () => running.current?.abort(), []);

  async function perform(filter: TrackingFilter) {
    // The state arrives with the next drawing; a second click may come before.
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    const granted = await call(exportTracking, {}, { signal }).catch((error: unknown) => {
      running.current = undefined;
      throw error;
    });
    let reached = notBegun;
    const show = seldom(setProgress);
    const reach = (now: ExportProgress) => {
      reached = now;
      show(now);
    };
    setProgress(notBegun);
    try {
      download(await exportOrders(filter, { access: beginningWith(granted), onProgress: reach, signal }));
    } catch (error) {
      if (!signal.aborted) throw new ApiError(500, exportFailure(error, reached));
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, start: (filter) => void task.run(filter), cancel: () => running.current?.abort() };
}
