/**
 * Order tracking (spec §7, Hosted document database): location of the documents and access to them. The documents do
 * not pass through an endpoint: the browser speaks Firestore's protocol with Google or with this server, and both
 * behave alike (order-tracking.md).
 */
import { z } from 'zod';
import { endpoint, type Messages, type Role } from '../kernel/endpoint.ts';

/** Collections that the client may read. Only `orders` may be written, and only its `status`. */
export const trackingCollections = { orders: 'order_staging', customerServices: 'customer_service_number' } as const;

/** Roles that may read the documents and set a status; superadmin is always admitted. */
export const trackingRoles = ['admin', 'customer-service'] as const satisfies readonly Role[];

/** Upper limit of documents per query; the export reads in pages of this size. */
export const trackingPageLimit = 1500;

/** Toasts of a status change, verbatim (spec §8, Orders). */
export const setTrackingStatusMessages = {
  ok: 'Updated Order Status',
  fail: 'Fail to Update Order Status',
} satisfies Messages;

/** Message of an unexpected failure of the embedded documents, by which the client tells it from no answer. */
export const documentsFault = 'Something went wrong on our side';

/** Messages of an export: none of its own, since the page shows the progress; a failure has the server's message. */
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

/** Connection data for the tenant's documents. Clients call it again to renew expired access. */
export const getTrackingAccess = endpoint({
  area: 'order-tracking',
  failsAs: 500,
  method: 'GET',
  url: '/admin/order-tracking/token/',
  roles: trackingRoles,
  isCredential: true,
  reply: trackingAccess,
});

/** Same as {@link getTrackingAccess} for exporting the filtered documents: requires step-up and is recorded. */
export const exportTracking = endpoint({
  area: 'order-tracking',
  failsAs: 500,
  method: 'POST',
  url: '/admin/order-tracking/export/',
  roles: trackingRoles,
  stepUp: true,
  reply: trackingAccess,
});
