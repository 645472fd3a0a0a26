/** The tracking documents as the person who is signed in may use them. */
import { getTrackingAccess } from '#contract/order-tracking.ts';
import { call } from '#kit/api/call.ts';
import { onSessionEnd } from '#kit/api/session.ts';
import { openTracking } from './tracking-client.ts';
import type { TrackingClient } from './tracking-types.ts';

/** Where the documents are, and the right to read them; renews the session where it ran out. */
export const trackingAccess = () => call(getTrackingAccess, {});

let opened: TrackingClient | undefined;

/** One client for the whole session: it remembers where pages end. */
export function tracking(): TrackingClient {
  opened ??= openTracking(trackingAccess, location.origin);
  return opened;
}

// The next person to sign in here must not act with the rights of the last.
onSessionEnd(() => {
  void opened?.close();
  opened = undefined;
});
