/** Examples of the calls of programs and of webhook events, for the API's description: one shop's member and order. */
import type { CallInput, Endpoint, Reply, Schema } from '../kernel/endpoint.ts';
import { readCatalogue } from './catalogue.ts';
import { getCertificate, listMemberCertificates } from './certificates.ts';
import type { EventData, EventType } from './events.ts';
import { addQuizAttempt, addSubmission, getCourseAccess, getMemberAccess, putProgress } from './learning.ts';
import { getMember, putMember } from './members.ts';
import { getPlacedOrder, placeOrder, quoteBasket, reportPayment } from './orders.ts';

/** Valid input and reply of a call. */
export interface Example {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  reply: unknown;
}

const idAt = (end: string) => `0199b2c4-7d10-7a52-9c1e-${end.padStart(12, '0')}`;
const ids = {
  user: idAt('1001'),
  course: idAt('2001'),
  path: idAt('2002'),
  section: idAt('2003'),
  lesson: idAt('3001'),
  quiz: idAt('3002'),
  question: idAt('3003'),
  option: idAt('3004'),
  order: idAt('4001'),
  submission: idAt('5001'),
  batch: idAt('6001'),
};
const at = '2026-11-26T03:00:00.000Z';
const member = { externalId: 'shop-1001' };
const profile = {
  name: 'Siti Rahma',
  email: 'siti@example.com',
  phoneNumber: '0812 3456 7890',
  uoc: 'Universitas Gadjah Mada',
  job: 'Mahasiswa',
  location: 'Yogyakarta',
};
const bought = { productType: 'courses', productId: ids.course } as const;
const sums = { subtotal: 200_000, discountAmount: 20_000, voucherAmount: 30_000, totalAmount: 150_000 };
const placed = { orderId: ids.order, invoiceNumber: 'INV/coding/20261126/0001', totalAmount: 150_000 };
const notice = { reference: 'midtrans-5521', amount: 150_000, status: 'paid', method: 'QRIS', paidAt: at } as const;
const certificate = {
  code: '7KXQ4MBR2T',
  courseId: ids.course,
  courseName: 'Dasar Go',
  name: 'Siti Rahma',
  externalId: 'shop-1001',
  status: 'issued' as const,
  score: 88,
  grade: 'A' as const,
  totalHours: 24,
  completedAt: at,
  issuedAt: at,
  revokedAt: null,
  checkUrl: 'https://admin.example/certificate/7KXQ4MBR2T',
  fileUrl: 'https://admin.example/files/certificate/7KXQ4MBR2T.pdf',
};

/** Pair of an endpoint and its example; the compiler compares them. */
const of = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  entry: Endpoint<P, Q, B, R>,
  example: CallInput<Endpoint<P, Q, B, R>> & { reply: Reply<Endpoint<P, Q, B, R>> },
): [Endpoint, Example] => [entry as unknown as Endpoint, example];

const examples = new Map<Endpoint, Example>([
  of(putMember, { params: member, body: { ...profile, invite: true }, reply: { userId: ids.user, created: true } }),
  of(getMember, { params: member, reply: { userId: ids.user, ...member, ...profile, status: 1, joinedAt: at } }),
  of(readCatalogue, {
    query: { since: '1752-1795704877455' },
    reply: {
      items: [
        {
          ...bought,
          name: 'Dasar Go',
          slug: 'dasar-go',
          price: 200_000,
          finalPrice: 180_000,
          updatedAt: at,
        },
      ],
      cursor: '1780-1795704937455',
    },
  }),
  of(quoteBasket, {
    body: { member, items: [bought], voucherCode: 'HEMAT30' },
    reply: {
      ...sums,
      items: [
        {
          ...bought,
          name: 'Dasar Go',
          price: 200_000,
          discount: { id: idAt('7001'), name: 'Akhir tahun' },
          discountAmount: 20_000,
          voucherAmount: 30_000,
          finalPrice: 150_000,
          problem: null,
        },
      ],
      voucherProblem: null,
    },
  }),
  of(placeOrder, {
    body: { externalId: 'order-77', member, items: [bought], voucherCode: 'HEMAT30', totalAmount: 150_000 },
    reply: { ...placed, status: 'unpaid' },
  }),
  of(reportPayment, { params: { externalId: 'order-77' }, body: notice, reply: { ...placed, status: 'paid' } }),
  of(getPlacedOrder, {
    params: { externalId: 'order-77' },
    reply: {
      ...placed,
      ...sums,
      externalId: 'order-77',
      status: 'paid',
      voucherCode: 'HEMAT30',
      paidAt: at,
      createdAt: at,
      items: [{ ...bought, productName: 'Dasar Go', price: 200_000, discountAmount: 20_000 }],
      payments: [{ ...notice, at, refusal: null }],
    },
  }),
  of(getMemberAccess, {
    params: member,
    reply: {
      items: [
        { productType: 'courses', productId: ids.course, open: true },
        { productType: 'learning paths', productId: ids.path, open: false, reason: 'Starts on 1 Des 2026' },
        { productType: 'subscriptions', productId: idAt('2004'), open: true, until: '2026-12-31' },
      ],
    },
  }),
  of(getCourseAccess, {
    params: { ...member, courseId: ids.course },
    reply: {
      open: true,
      items: [
        { kind: 'lesson', id: ids.lesson, name: 'Halo, Go', type: 'VIDEO', open: true, isDone: false, position: 312 },
        {
          kind: 'quiz',
          id: ids.quiz,
          name: 'Kuis 1',
          type: 'QUIZ',
          open: false,
          reason: 'After Halo, Go',
          isDone: false,
        },
      ],
    },
  }),
  of(putProgress, {
    body: {
      items: [
        { member: 'shop-1001', lessonId: ids.lesson, completedAt: '2026-11-26T10:00:00+07:00' },
        { member: 'shop-9999', lessonId: ids.lesson, position: { seconds: 312, at: '2026-11-26T10:00:00+07:00' } },
      ],
    },
    reply: {
      changed: 1,
      items: [{ saved: true }, { saved: false, path: 'member', message: 'There is no member with this external id' }],
    },
  }),
  of(addQuizAttempt, {
    body: {
      externalId: 'attempt-77',
      member: 'shop-1001',
      quizId: ids.quiz,
      answers: [{ questionId: ids.question, answer: [ids.option] }],
    },
    reply: { attempt: 1, score: 75, passed: true, attemptsLeft: 2, submittedAt: at },
  }),
  of(addSubmission, {
    body: {
      externalId: 'work-12',
      member: 'shop-1001',
      productType: 'courses',
      productId: ids.course,
      submissionUrl: 'https://git.example.com/siti/toko',
      note: 'Halo Kak',
    },
    reply: { submissionId: ids.submission, attempt: 1, status: 'not-reviewed', submittedAt: at },
  }),
  of(getCertificate, { params: { code: '7KXQ4MBR2T' }, reply: certificate }),
  of(listMemberCertificates, { params: member, reply: { items: [certificate] } }),
]);

/** Example of an endpoint; every call for keys alone has one. */
export const exampleOf = (entry: Endpoint): Example | undefined => examples.get(entry);

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
