/** Examples of the events that webhooks receive, for the API's description. */
import type { EventData, EventType } from './events.ts';
import { at, bought, ids, member, placed, profile } from './example-facts.ts';

const memberData = { memberId: ids.user, ...member, ...profile, status: 1 } as const;
const orderData = { ...placed, externalId: 'order-77', memberId: ids.user };
const accessData = { memberId: ids.user, ...member, ...bought };
const courseData = { courseId: ids.course, name: 'Dasar Go', slug: 'dasar-go', price: 200_000 };
const certificateData = {
  certificateId: '7KXQ4MBR2T',
  memberId: ids.user,
  courseId: ids.course,
  courseName: 'Dasar Go',
  score: 88,
  grade: 'A',
  issuedAt: at,
};

/** Data of an event of each type. */
export const eventExamples: { [Type in EventType]: EventData<Type> } = {
  'member.created': memberData,
  'member.updated': memberData,
  'order.created': { ...orderData, status: 'unpaid', paidAt: null },
  'order.paid': { ...orderData, status: 'paid', paidAt: at },
  'order.cancelled': { ...orderData, status: 'expired', paidAt: null },
  'order.refunded': { ...orderData, status: 'refunded', paidAt: at },
  'access.given': accessData,
  'access.removed': accessData,
  'course.published': courseData,
  'course.unpublished': courseData,
  'class.moved': {
    courseId: ids.course,
    sectionId: ids.section,
    lessonId: null,
    name: 'Kelas 3: Goroutine',
    startAt: '2026-12-03T12:00:00.000Z',
    endAt: '2026-12-03T14:00:00.000Z',
    formerStartAt: '2026-12-01T12:00:00.000Z',
    formerEndAt: '2026-12-01T14:00:00.000Z',
  },
  'submission.reviewed': {
    submissionId: ids.submission,
    memberId: ids.user,
    productType: 'COURSE',
    productId: ids.course,
    attempt: 1,
    reviewScore: 88,
  },
  'certificate.issued': certificateData,
  'certificate.revoked': certificateData,
  'batch.finished': {
    batchId: ids.batch,
    kind: 'access-giving',
    state: 'done',
    isUndo: false,
    total: 40,
    done: 38,
    skipped: 2,
    failed: 0,
  },
};
