/** The places that the client's suite can be run against. */
import type { Role, Tenant } from '#contract/kernel.ts';
import type { TrackingAccess } from '#contract/order-tracking.ts';

/** A document as it is kept: typed fields of Firestore's wire. */
export interface WireDocument {
  collection: 'order_staging' | 'customer_service_number';
  id: string;
  fields: Record<string, object>;
}

/** A place where documents live. */
export interface TrackingWorld {
  origin: string;
  access: TrackingAccess;
  /** Replaces all documents. */
  fill(documents: WireDocument[]): Promise<void>;
  /** From now on requests come from a person of this role, of the tenant whose documents these are unless said. */
  signInAs(role: Role, tenant?: Tenant): Promise<void>;
  signOut(): void;
  stop(): Promise<void>;
}
