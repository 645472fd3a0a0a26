/**
 * Events that webhooks receive: the types, and the schemas of their `data`, which hold ids, names and amounts only
 * (Standard Webhooks). Triggers write them (migration 0060).
 */
import { z } from 'zod';

const id = z.uuid();
/** The id that the other system gave the record; null: none. */
const externalId = z.string().nullable();
const time = z.iso.datetime({ offset: true });
const member = { memberId: id, externalId };

const memberData = z.object({
  ...member,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  uoc: z.string(),
  job: z.string(),
  location: z.string(),
  /** 0: deactivated. */
  status: z.literal([0, 1]),
});
const orderData = z.object({
  orderId: id,
  externalId,
  invoiceNumber: z.string(),
  memberId: id,
  totalAmount: z.int(),
  /** One of the order statuses; `order.cancelled` also stands for expired and failed. */
  status: z.enum(['unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded']),
  paidAt: time.nullable(),
});
const accessData = z.object({
  ...member,
  productType: z.enum(['courses', 'learning paths', 'subscriptions']),
  productId: id,
});
const courseData = z.object({ courseId: id, name: z.string(), slug: z.string(), price: z.int() });
const certificateData = z.object({
  certificateId: z.string(),
  memberId: id,
  courseId: id,
  courseName: z.string(),
  score: z.int().nullable(),
  grade: z.string().nullable(),
  issuedAt: time,
});

/** Types of events with their name on screens and the schema of their data. */
export const eventTypes = {
  'member.created': { label: 'Member created', data: memberData },
  'member.updated': { label: 'Member changed', data: memberData },
  'order.created': { label: 'Order created', data: orderData },
  'order.paid': { label: 'Order paid', data: orderData },
  'order.cancelled': { label: 'Order cancelled, expired or failed', data: orderData },
  'order.refunded': { label: 'Order refunded', data: orderData },
  'access.given': { label: 'Access given', data: accessData },
  'access.removed': { label: 'Access removed', data: accessData },
  'course.published': { label: 'Course published', data: courseData },
  'course.unpublished': { label: 'Course unpublished', data: courseData },
  'class.moved': {
    label: 'Class moved',
    data: z.object({
      courseId: id,
      sectionId: id,
      /** Null: the time of the section itself. */
      lessonId: id.nullable(),
      name: z.string(),
      startAt: time.nullable(),
      endAt: time.nullable(),
      formerStartAt: time,
      formerEndAt: time.nullable(),
    }),
  },
  'submission.reviewed': {
    label: 'Submission reviewed',
    data: z.object({
      submissionId: id,
      memberId: id,
      productType: z.enum(['COURSE', 'PATH']),
      productId: id,
      attempt: z.int(),
      reviewScore: z.int().nullable(),
    }),
  },
  'certificate.issued': { label: 'Certificate issued', data: certificateData },
  'certificate.revoked': { label: 'Certificate revoked', data: certificateData },
  'batch.finished': {
    label: 'Bulk change finished',
    data: z.object({
      batchId: id,
      kind: z.string(),
      state: z.enum(['done', 'cancelled', 'failed']),
      isUndo: z.boolean(),
      total: z.int(),
      done: z.int(),
      skipped: z.int(),
      failed: z.int(),
    }),
  },
} as const satisfies Record<string, { label: string; data: z.ZodObject }>;
export type EventType = keyof typeof eventTypes;
export type EventData<Type extends EventType> = z.output<(typeof eventTypes)[Type]['data']>;

/** Type of the event that *Send test event* sends; its data name the webhook. */
export const testEvent = 'webhook.test';

/** Body of the request that a webhook receives. */
export const eventBody = (type: string, data: z.ZodObject) =>
  z.object({ type: z.literal(type), timestamp: time, data });
