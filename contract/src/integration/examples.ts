/** Examples of the calls of programs, for the API's description. */
import type { CallInput, Endpoint, Reply, Schema } from '../kernel/endpoint.ts';
import { putAttendance } from './attendance.ts';
import { readCatalogue } from './catalogue.ts';
import { getCertificate, listMemberCertificates } from './certificates.ts';
import { getMemberCourse, getMemberLesson, getMemberPath, getMemberQuiz } from './contents.ts';
import { listMemberVouchers, redeemMemberVoucher } from './event-vouchers.ts';
import { addQuizAttempt, addSubmission, getMemberAccess, putProgress } from './learning.ts';
import { at, bought, idAt, ids, member, placed, profile } from './example-facts.ts';
import { getMember, putMember } from './members.ts';
import { getPlacedOrder, placeOrder, quoteBasket, reportPayment } from './orders.ts';

/** Valid input and reply of a call. */
export interface Example {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  reply: unknown;
}

const item = { duration: 12, isDone: false };
const project = { description: 'Buat toko daring', passingScore: 70 };
const sums = { subtotal: 200_000, discountAmount: 20_000, voucherAmount: 30_000, totalAmount: 150_000 };
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

const eventVoucher = {
  id: idAt('8001'),
  eventName: 'Temu Alumni',
  code: 'EV7KXQ4MBR2T',
  quota: 1,
  usedCount: 1,
  redeemedAt: at,
  expiredAt: '2026-12-31T16:59:59.000Z',
  status: 'redeemed' as const,
};
const subscription = { subscriptionId: idAt('2004') };

/** Pair of an endpoint and its example; the compiler compares them. */
const of = <P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  entry: Endpoint<P, Q, B, R>,
  example: CallInput<Endpoint<P, Q, B, R>> & { reply: Reply<Endpoint<P, Q, B, R>> },
): [Endpoint, Example] => [entry, example];

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
          quantity: 1,
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
  of(getMemberCourse, {
    params: { ...member, courseId: ids.course },
    reply: {
      name: 'Dasar Go',
      open: true,
      sections: [
        {
          sectionId: ids.section,
          name: 'Awal',
          description: 'Langkah pertama',
          startAt: null,
          endAt: null,
          items: [
            { ...item, kind: 'lesson', id: ids.lesson, name: 'Halo, Go', type: 'VIDEO', open: true, position: 312 },
            {
              ...item,
              kind: 'quiz',
              id: ids.quiz,
              name: 'Kuis 1',
              type: 'QUIZ',
              open: false,
              reason: 'Opens on day 2',
            },
          ],
        },
      ],
      finalProject: project,
    },
  }),
  of(getMemberPath, {
    params: { ...member, pathId: ids.path },
    reply: {
      name: 'Menjadi pengembang Go',
      open: true,
      courses: [{ courseId: ids.course, name: 'Dasar Go', open: true }],
      quizId: null,
      finalProject: project,
    },
  }),
  of(getMemberLesson, {
    params: { ...member, lessonId: ids.lesson },
    reply: {
      lessonId: ids.lesson,
      courseId: ids.course,
      name: 'Halo, Go',
      type: 'VIDEO',
      description: 'Program pertama',
      content: '<p>Pasang Go, lalu jalankan <code>go version</code>.</p>',
      duration: 12,
      attachments: [],
      videoURL: 'https://admin.example/files/video/halo-go.m3u8',
      startAt: null,
      endAt: null,
      meetingUrl: null,
      location: null,
    },
  }),
  of(getMemberQuiz, {
    params: { ...member, quizId: ids.quiz },
    reply: {
      quizId: ids.quiz,
      name: 'Kuis 1',
      type: 'QUIZ',
      header: '',
      content: '',
      timeLimit: 15,
      passingScore: 70,
      attemptsLeft: 3,
      bestScore: null,
      questions: [
        {
          questionId: ids.question,
          type: 'SINGLE_CHOICE',
          question: 'Apa yang memulai sebuah goroutine?',
          questionHtml: '<p>Apa yang memulai sebuah <strong>goroutine</strong>?</p>',
          imageUrl: null,
          score: 1,
          options: [
            { optionId: ids.option, text: 'go f()', imageUrl: null },
            { optionId: idAt('3005'), text: 'async f()', imageUrl: null },
          ],
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
  of(putAttendance, {
    body: {
      items: [
        {
          externalId: 'zoom-88-1',
          member: 'shop-1001',
          lessonId: ids.lesson,
          from: '2026-11-26T19:02:00+07:00',
          until: '2026-11-26T20:45:00+07:00',
        },
      ],
    },
    reply: { changed: 1, items: [{ saved: true }] },
  }),
  of(listMemberVouchers, {
    params: member,
    reply: {
      items: [
        {
          ...subscription,
          planName: 'Bulanan',
          startDate: '2026-12-01',
          endDate: '2026-12-31',
          status: 'active',
          eventVouchersFree: 1,
          eventVouchers: [eventVoucher],
        },
      ],
    },
  }),
  of(redeemMemberVoucher, {
    params: member,
    body: { ...subscription, eventName: 'Temu Alumni' },
    reply: eventVoucher,
  }),
  of(getCertificate, { params: { code: '7KXQ4MBR2T' }, reply: certificate }),
  of(listMemberCertificates, { params: member, reply: { items: [certificate] } }),
]);

/** Example of an endpoint; every call for keys alone has one. */
export const exampleOf = (entry: Endpoint): Example | undefined => examples.get(entry);
