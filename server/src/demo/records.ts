/** What the demo is made of. Records are pure data: the same tenant and moment make the same ones. */
import type { Insertable } from 'kysely';
import type { Tenant } from '#contract/kernel.ts';
import type { Tables } from '#tables';
import type { Catalogue } from './catalogue/catalogue.ts';

export interface World {
  tenant: Tenant;
  /** The moment around which everything happened. */
  now: Date;
  catalogue: Catalogue;
}

export type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;
/** A record with its fixed id, and the moment of its last change where it has one. */
export type Identified<Table extends keyof Tables> = Row<Table> & { id: string; updatedAt?: string };

/** A document of order tracking, as Firestore's protocol writes values (order-tracking.md). */
export interface TrackingDocument {
  collection: 'order_staging' | 'customer_service_number';
  id: string;
  fields: Record<string, object>;
  /** null: the document has no status. */
  status: object | null;
  /** ISO 8601. */
  createTime: string;
}

/** In the order in which they can be written: what is pointed at comes first. */
export interface DemoRows {
  user: Identified<'user'>[];
  course: Identified<'course'>[];
  courseSection: Identified<'courseSection'>[];
  lesson: Identified<'lesson'>[];
  learningPath: Identified<'learningPath'>[];
  learningPathCourse: Row<'learningPathCourse'>[];
  discount: Identified<'discount'>[];
  discountCourse: Row<'discountCourse'>[];
  discountPath: Row<'discountPath'>[];
  order: Identified<'order'>[];
  orderItem: Row<'orderItem'>[];
  subscriptionPlan: Identified<'subscriptionPlan'>[];
  subscription: Identified<'subscription'>[];
  courseUser: Row<'courseUser'>[];
  trackingDocument: TrackingDocument[];
}
