/**
 * The only write that the embedded documents accept: the status of an existing document (order-tracking.md, Who may do
 * what).
 */
import { z } from 'zod';
import { orderStatuses, type OrderStatus } from '#contract/order/status.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { parseName } from './document-name.ts';
import { denied } from './firestore-error.ts';
import { allowed } from './list-request.ts';

export interface StatusWrite {
  id: string;
  status: OrderStatus;
}

const commit = z.strictObject({ writes: z.array(z.unknown()).length(1, 'One write at a time') });
const statusWrite = z.strictObject({
  update: z.strictObject({
    name: z.string(),
    fields: z.strictObject({ status: z.strictObject({ stringValue: z.enum(orderStatuses) }) }),
  }),
  updateMask: z.strictObject({ fieldPaths: z.tuple([z.literal('status')]) }),
  currentDocument: z.strictObject({ exists: z.literal(true) }),
});

/** @throws FirestoreError 400 unless it is a commit of one write, 403 for a write that the client does not send. */
export function readStatusWrite(tenant: Tenant, body: unknown): StatusWrite {
  const [write] = allowed(commit, body).writes;
  const parsed = statusWrite.safeParse(write);
  if (!parsed.success)
    throw denied('Only the status of an order that exists may be written, and it must be a known one');
  const { name, fields } = parsed.data.update;
  const { collection, id } = parseName(tenant, name);
  if (collection !== trackingCollections.orders) throw denied('Only orders may be written');
  return { id, status: fields.status.stringValue };
}
