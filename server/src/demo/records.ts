/** Types of the demo's records. Records are pure data: equal for the same tenant and time. */
import type { Insertable } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Tables } from '#tables';
import type { Catalogue } from './catalogue/catalogue.ts';

export interface World {
  tenant: Tenant;
  /** Reference time of the demo. */
  now: Date;
  catalogue: Catalogue;
}

export type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;
/** Record with its fixed id, and the time of its last change if it has one. */
export type Identified<Table extends keyof Tables> = Row<Table> & { id: string; updatedAt?: string };

/** Tracking document with values of Firestore's protocol (order-tracking.md). */
export interface TrackingDocument {
  collection: 'order_staging' | 'customer_service_number';
  id: string;
  fields: Record<string, object>;
  /** null: the document has no status. */
  status: object | null;
  /** ISO 8601. */
  createTime: string;
}

/** In insertion order: referenced rows come first. */
export interface DemoRows {
  user: Identified<'user'>[];
  userDuplicate: Row<'userDuplicate'>[];
  tag: Identified<'tag'>[];
  tagUser: Row<'tagUser'>[];
  apiKey: Identified<'apiKey'>[];
  apiKeyUse: Row<'apiKeyUse'>[];
  agentClient: Identified<'agentClient'>[];
  session: Identified<'session'>[];
  course: Identified<'course'>[];
  learningPath: Identified<'learningPath'>[];
  courseSection: Identified<'courseSection'>[];
  lesson: Identified<'lesson'>[];
  lessonDocumentation: Identified<'lessonDocumentation'>[];
  quiz: Identified<'quiz'>[];
  question: Identified<'question'>[];
  learningPathCourse: Row<'learningPathCourse'>[];
  learningPathUser: Row<'learningPathUser'>[];
  finalProject: Identified<'finalProject'>[];
  discount: Identified<'discount'>[];
  discountCourse: Row<'discountCourse'>[];
  discountPath: Row<'discountPath'>[];
  company: Identified<'company'>[];
  order: Identified<'order'>[];
  orderItem: Row<'orderItem'>[];
  orderBuyer: Row<'orderBuyer'>[];
  paper: Identified<'paper'>[];
  paperSeries: Row<'paperSeries'>[];
  paymentNotice: Identified<'paymentNotice'>[];
  payment: Identified<'payment'>[];
  payout: Identified<'payout'>[];
  payoutLine: Identified<'payoutLine'>[];
  paymentLink: Identified<'paymentLink'>[];
  refund: Identified<'refund'>[];
  refundItem: Row<'refundItem'>[];
  bankStatement: Identified<'bankStatement'>[];
  bankLine: Identified<'bankLine'>[];
  subscriptionPlan: Identified<'subscriptionPlan'>[];
  subscription: Identified<'subscription'>[];
  eventVoucher: Identified<'eventVoucher'>[];
  product: Identified<'product'>[];
  voucher: Identified<'voucher'>[];
  voucherCourse: Row<'voucherCourse'>[];
  voucherCode: Row<'voucherCode'>[];
  voucherPath: Row<'voucherPath'>[];
  voucherPlan: Row<'voucherPlan'>[];
  voucherProduct: Row<'voucherProduct'>[];
  voucherRedemption: Row<'voucherRedemption'>[];
  campaign: Identified<'campaign'>[];
  campaignDiscount: Row<'campaignDiscount'>[];
  campaignVoucher: Row<'campaignVoucher'>[];
  courseUser: Row<'courseUser'>[];
  courseWaiting: Identified<'courseWaiting'>[];
  placeTransfer: Identified<'placeTransfer'>[];
  attendance: Row<'attendance'>[];
  attendanceEvidence: Row<'attendanceEvidence'>[];
  projectSubmission: Identified<'projectSubmission'>[];
  calendarEvent: Identified<'calendarEvent'>[];
  calendarInvitation: Row<'calendarInvitation'>[];
  lessonCompletion: Row<'lessonCompletion'>[];
  learningContact: Row<'learningContact'>[];
  whatsappTemplate: Identified<'whatsappTemplate'>[];
  broadcast: Identified<'broadcast'>[];
  broadcastDelivery: Identified<'broadcastDelivery'>[];
  marketingConsent: Row<'marketingConsent'>[];
  quizAttempt: Row<'quizAttempt'>[];
  certificate: Identified<'certificate'>[];
  deskOrder: Row<'deskOrder'>[];
  deskEvent: Row<'deskEvent'>[];
  batch: Identified<'batch'>[];
  batchRow: Row<'batchRow'>[];
  proposal: Identified<'proposal'>[];
  webhook: Identified<'webhook'>[];
  webhookStatus: Row<'webhookStatus'>[];
  event: Identified<'event'>[];
  webhookDelivery: Row<'webhookDelivery'>[];
  /** Jobs for the first worker. */
  outbox: Row<'outbox'>[];
  trackingDocument: TrackingDocument[];
}
