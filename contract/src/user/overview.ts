/** Overview of a person (ours): what they have, owe and wait for; for staff who answer a call. */
import { z } from 'zod';
import { accessGap } from '../access/endpoints.ts';
import { certificateRow } from '../certificate/endpoints.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, id, idOf } from '../kernel/fields.ts';
import { progress } from '../kernel/progress.ts';
import { orderStatuses } from '../order/status.ts';
import { submissionRow } from '../submission/endpoints.ts';
import { userSubscription } from '../subscription/endpoints.ts';

/** Upper limit of items per part of the overview. */
export const maxOverviewItems = 5;

const atMost = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxOverviewItems);

const overviewOrder = z.object({
  orderId: idOf('order'),
  invoiceNumber: z.string(),
  productNames: z.array(z.string()),
  totalAmount: z.int(),
  status: z.enum(orderStatuses),
  createdAt: z.string(),
});

/** Gets the overview; amounts are rupiah. `total` counts all, `items` has the first of them. */
export const getUserOverview = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'GET',
  url: '/admin/user/:id/overview/',
  roles: ['admin', 'customer-service'],
  params: byIdOf('user'),
  reply: z.object({
    /** Orders that wait for a payment first, then the latest; `due`: sum of those that wait. */
    orders: z.object({ total: z.int(), unpaid: z.int(), due: z.int(), items: atMost(overviewOrder) }),
    /** Tracked orders of their e-mail that are unpaid or pending, which `orders` does not count; null where they are hosted elsewhere. */
    trackedUnpaid: z.int().nullable(),
    /** Paid and cannot be opened, as of the last check. */
    missing: atMost(accessGap.pick({ gapId: true, product: true, amount: true, since: true, order: true })),
    /** Assigned courses, latest first. */
    courses: z.object({
      total: z.int(),
      items: atMost(
        z.object({ id: idOf('course'), name: z.string(), type: z.int(), assignedAt: z.string(), progress }),
      ),
    }),
    paths: z.object({ total: z.int(), items: atMost(z.object({ id: idOf('learning-path'), name: z.string() })) }),
    /** As `getUserSubscription`. */
    subscription: userSubscription.nullable(),
    /** Submissions that wait for a review, longest waiting first; `total` counts reviewed ones too. */
    submissions: z.object({
      total: z.int(),
      waiting: z.int(),
      items: atMost(submissionRow.pick({ id: true, productName: true, submittedAt: true, attempt: true })),
    }),
    /** Latest first; at most 100. */
    certificates: z.array(
      certificateRow.pick({
        id: true,
        certificateId: true,
        courseId: true,
        courseName: true,
        score: true,
        grade: true,
        issuedAt: true,
        fileUrl: true,
        status: true,
      }),
    ),
    /** First class of their courses that is not over. */
    nextClass: z
      .object({
        lessonId: idOf('lesson').nullable(),
        sectionId: idOf('section'),
        name: z.string(),
        courseId: idOf('course'),
        courseName: z.string(),
        type: z.int(),
        startAt: z.string(),
        endAt: z.string().nullable(),
        meetingUrl: z.string().nullable(),
      })
      .nullable(),
    /** Work of the desk on their open tracked orders: the next follow-up and the latest contact. */
    desk: z
      .object({
        followUpAt: z.string().nullable(),
        contactedAt: z.string().nullable(),
        lastTemplate: z.string().nullable(),
        claimedBy: z.object({ id, name: z.string() }).nullable(),
      })
      .nullable(),
  }),
});
