/**
 * Runs one export off the page's thread: reads the documents page by page and writes the workbook. Ends by being
 * terminated.
 */

import type { TrackingAccess } from '#contract/order-tracking.ts';
import type { TrackingFilter } from '../filters.ts';
import { openTracking } from '../tracking-client.ts';
import type { FromWorker, ToWorker } from './export-messages.ts';
import { trackingWorkbook } from './tracking-workbook.ts';

const say = (message: FromWorker): void => postMessage(message);

/**
 * The right to read the documents comes from the page, because the sign-in lives there (its token, and the one refresh
 * in flight per browser). So a sign-in that runs out in the middle of a long export is renewed, in both modes.
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
    const file = await trackingWorkbook(tracking.everyPage(filter), (progress) =>
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
