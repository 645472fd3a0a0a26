/** Export of the tracked orders: asks for the password to get access, then writes the file in a worker. */
import { exportTracking, exportTrackingMessages, type TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { exportOrders } from './export/export-orders.ts';
import type { TrackingFilter } from './filters.ts';
import { trackingAccess } from './session-tracking.ts';

/** Access from the step-up; renewed like any page's access when it expires. */
function beginningWith(granted: TrackingAccess): () => Promise<TrackingAccess> {
  let first: TrackingAccess | undefined = granted;
  return async () => {
    const access = first ?? (await trackingAccess());
    first = undefined;
    return access;
  };
}

export const useTrackingExport = () =>
  useExport({
    what: 'orders',
    messages: exportTrackingMessages,
    failsAs: 500,
    authorize: (_filter: TrackingFilter, signal) => call(exportTracking, {}, { signal }),
    write: (granted, filter, work) => exportOrders(filter, { access: beginningWith(granted), ...work }),
  });
