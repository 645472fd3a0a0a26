/** Export worker: reads the documents page by page and writes the workbook. The page terminates it. */

import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { openTracking } from '#admin-shared/order-tracking/tracking-client.ts';
import type { FromWorker, ToWorker } from './export-orders.ts';
import { trackingWorkbook } from './tracking-workbook.ts';

const say = (message: FromWorker): void => postMessage(message);

/**
 * Access comes from the page, which has the session (its token, and the one refresh in flight per browser). Access that
 * expires during a long export is renewed that way, in both modes.
 */
function accessFromPage(): Promise<TrackingAccess> {
  return new Promise((resolve, reject) => {
    const settle = ({ data }: MessageEvent<ToWorker>): void => {
      if (data.type === 'start') return;
      removeEventListener('message', settle);
      if (data.type === 'access') resolve(data.access);
      else reject(data.error);
    };
    addEventListener('message', settle);
    say({ type: 'access-wanted' });
  });
}

async function run(filter: TrackingFilter): Promise<void> {
  const tracking = openTracking(accessFromPage, location.origin);
  try {
    const file = await trackingWorkbook(tracking.exportPages(filter), (progress) =>
      say({ type: 'progress', ...progress }),
    );
    say({ type: 'finished', file });
  } catch (error) {
    say({ type: 'failed', error });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') void run(data.filter);
});
