/**
 * Table of assignments: every link between two kinds of records is one row (items, paths, wire keys, messages). One
 * service serves them (server/src/shared/assignment/assign.ts) and one picker shows them.
 */
import { z } from 'zod';
import { assignment, invertAssignment } from '../kernel/assignment-row.ts';
import type { Messages } from '../kernel/endpoint.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { progress } from '../kernel/progress.ts';
import { takingMessages } from '../kernel/take-over-endpoints.ts';

const both = (url: `/${string}`, assigned: Messages, unassigned: Messages) => ({
  list: url,
  assign: { url, messages: assigned },
  unassign: { url, messages: unassigned },
});

const pathUsers = assignment({
  owner: 'learning-path',
  item: 'user',
  rows: 'users',
  flag: 'assigned',
  isDated: true,
  isTermed: true,
  takes: 'one',
  wireKeys: ['user_id'],
  ...both(
    '/admin/learning-path/:id/users/',
    { ok: 'User assigned successfully', fail: 'Failed to assign user' },
    { ok: 'User unassigned', fail: 'Failed to unassign user' },
  ),
});

const courseUsers = assignment({
  failsAs: 500,
  owner: 'course',
  area: 'user',
  readers: ['admin', 'instructor'],
  item: 'user',
  list: '/admin/user/course/:id/',
  rows: 'users',
  isDated: true,
  isTermed: true,
  details: { progress: progress.optional() },
  alsoAssigned: 'assignedUsers',
  takes: 'one',
  wireKeys: ['userId', 'userID'],
  together: {
    wireKey: 'userIds',
    messages: { ok: 'Assigned {changed user|users} to the course', fail: 'Failed to assign course' },
  },
  assign: {
    url: '/admin/user/course/:id/assign/',
    messages: { ok: 'User assigned successfully', fail: 'Failed to assign course' },
  },
  unassign: {
    url: '/admin/user/course/:id/unassign/',
    messages: { ok: 'User unassigned', fail: 'Failed to unassign course' },
  },
});

const voucherFailure = 'Failed to assign or unassign to voucher';

/** Assignment of one kind of item to a voucher; the messages are the same for all kinds. */
const ofVoucher = (
  item: 'course' | 'path' | 'plan' | 'product',
  rows: string,
  url: `/${string}`,
  wireKey: string,
  extra: z.ZodRawShape = {},
) =>
  assignment({
    owner: 'voucher',
    item,
    rows,
    extra,
    takes: 'many',
    wireKeys: [wireKey],
    listFailure: 'Failed to get voucher courses, paths, subs or assigned voucher products',
    ...both(
      url,
      { ok: 'Courses, Paths and Subs assigned to voucher successfully', fail: voucherFailure },
      { ok: 'Products unassigned from voucher successfully', fail: voucherFailure },
    ),
  });

/** Assignments between records, with their endpoints. */
export const assignments = {
  discountCourses: assignment({
    owner: 'discount',
    item: 'course',
    rows: 'courses',
    exclusive: takingMessages('course'),
    extra: { type: z.int() },
    takes: 'many',
    wireKeys: ['course_ids'],
    ...both(
      '/admin/discount/:id/courses/',
      { ok: 'Assigned {changed} Courses from Discount', fail: 'Fail to assign course to discount' },
      { ok: 'Unassigned {changed} Courses from Discount', fail: 'Fail to unassign course from discount' },
    ),
  }),
  discountPaths: assignment({
    owner: 'discount',
    item: 'path',
    rows: 'paths',
    exclusive: takingMessages('path'),
    takes: 'many',
    wireKeys: ['path_ids'],
    ...both(
      '/admin/discount/:id/learning-path/',
      { ok: 'Assigned {changed} Paths from Discount', fail: 'Fail to assign path to discount' },
      { ok: 'Unassigned {changed} Paths from Discount', fail: 'Fail to unassign path from discount' },
    ),
  }),
  discountPlans: assignment({
    owner: 'discount',
    item: 'plan',
    rows: 'subscriptions',
    exclusive: takingMessages('subscription plan'),
    takes: 'many',
    wireKeys: ['subscription_ids'],
    ...both(
      '/admin/discount/:id/subscriptions/',
      {
        ok: 'Assigned {changed Subscription|Subscriptions} from Discount',
        fail: 'Fail to assign subscription to discount',
      },
      {
        ok: 'Unassigned {changed Subscription|Subscriptions} from Discount',
        fail: 'Fail to unassign subscription from discount',
      },
    ),
  }),
  discountProducts: assignment({
    owner: 'discount',
    item: 'product',
    rows: 'products',
    exclusive: takingMessages('product'),
    takes: 'many',
    wireKeys: ['product_ids'],
    ...both(
      '/admin/discount/:id/products/',
      { ok: 'Assigned {changed Product|Products} from Discount', fail: 'Fail to assign product to discount' },
      { ok: 'Unassigned {changed Product|Products} from Discount', fail: 'Fail to unassign product from discount' },
    ),
  }),
  voucherCourses: ofVoucher('course', 'courses', '/admin/voucher/:id/courses/', 'courseIds', { type: z.int() }),
  voucherPaths: ofVoucher('path', 'paths', '/admin/voucher/:id/learning-path/', 'pathIds'),
  voucherPlans: ofVoucher('plan', 'subscriptions', '/admin/voucher/:id/subscriptions/', 'subscriptionIds'),
  voucherProducts: ofVoucher('product', 'products', '/admin/voucher/:id/products/', 'productIds'),
  pathCourses: assignment({
    owner: 'learning-path',
    item: 'course',
    rows: 'courses',
    flag: 'assigned',
    takes: 'many',
    wireKeys: ['course_ids'],
    ...both(
      '/admin/learning-path/:id/courses/',
      { ok: '{changed} Courses assigned successfully', fail: 'Failed to assign course' },
      { ok: '{changed} Courses unassigned', fail: 'Failed to unassign course' },
    ),
    reorder: {
      url: '/admin/learning-path/:id/courses/priority/',
      messages: {
        ok: 'Assigned course reordered successfully',
        fail: 'Failed to reorder assigned course, please refresh the page and try again',
      },
    },
  }),
  pathUsers,
  /** Learning paths of a user (ours). */
  userPaths: invertAssignment(pathUsers, {
    failsAs: 500,
    owner: 'user',
    readers: ['admin', 'customer-service'],
    item: 'path',
    list: '/admin/user/:id/learning-paths/',
    rows: 'paths',
    flag: 'assigned',
    defaultSide: 'assigned',
    isDated: true,
    isTermed: true,
  }),
  courseUsers,
  /** Members that carry a tag (ours). */
  tagUsers: assignment({
    owner: 'tag',
    item: 'user',
    rows: 'users',
    takes: 'many',
    wireKeys: ['userIds'],
    ...both(
      '/admin/tag/:id/users/',
      { ok: 'Tagged {changed user|users}', fail: 'They were not tagged' },
      { ok: 'Tag removed from {changed user|users}', fail: 'The tag was not removed' },
    ),
  }),
  /** Courses of a user: 100 per page; only the assigned ones unless the query says otherwise (spec §7, §9). */
  userCourses: invertAssignment(courseUsers, {
    failsAs: 500,
    owner: 'user',
    readers: ['admin', 'customer-service'],
    item: 'course',
    list: '/admin/user/:id/courses',
    rows: 'courses',
    defaultSide: 'assigned',
    size: fixedSize(100),
    isDated: true,
    isTermed: true,
    extra: { type: z.int() },
    details: { progress: progress.optional() },
    messages: {
      assign: { ok: 'Course successfully assigned', fail: 'Failed to assign course' },
      unassign: { ok: 'User unassigned', fail: 'Failed to unassign course' },
    },
  }),
};
