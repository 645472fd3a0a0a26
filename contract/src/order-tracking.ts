/**
 * Order tracking (spec §7, Hosted document database): where the documents are and who may use them.
 * The documents themselves do not pass through an endpoint: the browser speaks Firestore's protocol, either with
 * Google or with this server, and the two answer alike (order-tracking.md).
 */
import { z } from 'zod';
import { endpoint, type Messages, type Role } from './kernel.ts';

/** The two collections that the client may read; only `orders` may be written, and there `status` alone. */
export const trackingCollections = { orders: 'order_staging', customerServices: 'customer_service_number' } as const;

/** Who reads the documents and sets a status (superadmin is always admitted). */
export const trackingRoles = ['admin', 'customer-service'] as const satisfies readonly Role[];

/** Most documents that one query may ask for; the export asks for this many at a time. */
export const trackingPageLimit = 1500;

/** The toasts of a status change, to the letter (spec §8, Orders). */
export const setTrackingStatusMessages = {
  ok: 'Updated Order Status',
  fail: 'Fail to Update Order Status',
} satisfies Messages;

/** An export that breaks off says itself how far it came and what was kept. */
export const exportTrackingMessages = { preferServer: true } satisfies Messages;

const embedded = z.object({
  mode: z.literal('embedded'),
  projectId: z.string(),
  apiKey: z.string(),
  path: z.string().describe("Where this server's own documents answer, under the page's origin"),
});

const hosted = z.object({
  mode: z.literal('hosted'),
  projectId: z.string(),
  apiKey: z.string(),
  token: z.string().describe('A Firebase custom token with the claims role and tenant, good for five minutes'),
});

const trackingAccess = z.discriminatedUnion('mode', [embedded, hosted]);
export type TrackingAccess = z.infer<typeof trackingAccess>;

/** What a client needs to reach the tenant's documents. Asking again is how a client renews an access that ran out. */
export const getTrackingAccess = endpoint({
  area: 'order-tracking',
  failsAs: 500,
  method: 'GET',
  url: '/admin/order-tracking/token/',
  roles: trackingRoles,
  reply: trackingAccess,
});

/** The same, for who takes the whole filtered set away: asks for the password again, and is noted. */
export const exportTracking = endpoint({
  area: 'order-tracking',
  failsAs: 500,
  method: 'POST',
  url: '/admin/order-tracking/export/',
  roles: trackingRoles,
  stepUp: true,
  reply: trackingAccess,
});
