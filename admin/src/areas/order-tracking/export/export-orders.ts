/** Starts the export worker and returns its file. */
import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import type { ExportProgress } from '#kit/spreadsheet/sheet-file.ts';

/** Messages to the worker: `start` is the first; the others answer `access-wanted`. */
export type ToWorker =
  | { type: 'start'; filter: TrackingFilter }
  | { type: 'access'; access: TrackingAccess }
  | { type: 'access-refused'; error: unknown };

/** Messages from the worker, ending with `finished` or `failed`. */
export type FromWorker =
  | ({ type: 'progress' } & ExportProgress)
  | { type: 'access-wanted' }
  | { type: 'finished'; file: File }
  | { type: 'failed'; error: unknown };

interface ExportOptions {
  /** As for `openTracking`: called at the start, and again when the access expires. */
  access: () => Promise<TrackingAccess>;
  onProgress: (progress: ExportProgress) => void;
  /** Aborting terminates the worker; the promise rejects with the signal's reason. */
  signal: AbortSignal;
}

/**
 * Exports every tracking order that matches the filter as the spreadsheet of spec §7 (Export), in a worker so that the
 * page stays responsive. Rejects with the reading error, or the signal's reason.
 */
export function exportOrders(filter: TrackingFilter, { access, onProgress, signal }: ExportOptions): Promise<File> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: ToWorker): void => worker.postMessage(message);

  const finished = new Promise<File>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'progress') onProgress({ done: data.done, total: data.total });
      else if (data.type === 'access-wanted') void answer(access).then(tell);
      else if (data.type === 'finished') resolve(data.file);
      else reject(data.error);
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The export could not be loaded')));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  tell({ type: 'start', filter });
  return finished.finally(() => worker.terminate());
}

const answer = (access: () => Promise<TrackingAccess>): Promise<ToWorker> =>
  access().then(
    (granted) => ({ type: 'access', access: granted }),
    (error: unknown) => ({ type: 'access-refused', error }),
  );
