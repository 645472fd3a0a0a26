/** Backends that the client's suite can run against. */
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';

/** Stored document with typed fields of Firestore's protocol. */
export interface WireDocument {
  collection: 'order_staging' | 'customer_service_number';
  id: string;
  fields: Record<string, object>;
}

/** Backend with tracking documents. */
export interface TrackingWorld {
  origin: string;
  access: TrackingAccess;
  /** Replaces all documents. */
  fill(documents: WireDocument[]): Promise<void>;
  /** Sends later requests as a user with this role, of the documents' tenant unless another is named. */
  signInAs(role: Role, tenant?: Tenant): Promise<void>;
  signOut(): void;
  stop(): Promise<void>;
}
