/** Tracking client of the current session. */
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { onSessionEnd } from '#kit/api/session.ts';
import { openTracking } from './tracking-client.ts';
import type { TrackingClient } from './tracking-types.ts';

/** Location of the documents and access to them; renews an expired session. */
export const trackingAccess = () => call(getTrackingAccess, {});

let opened: TrackingClient | undefined;

/** One client per session, because it remembers page ends. */
export function trackingClient(): TrackingClient {
  opened ??= openTracking(trackingAccess, location.origin);
  return opened;
}

// The next user must not act with the access of the last.
onSessionEnd(() => {
  void opened?.close();
  opened = undefined;
});
