/** Calls that begin batches, one entry per kind. */
import { z } from 'zod';
import { giveAccess, listAccessGaps, removeAccess } from '../access/endpoints.ts';
import { assignments } from '../assignment/table.ts';
import { broadcasts, consentDraft } from '../broadcast/endpoints.ts';
import { batchOf, filterOf } from './endpoints.ts';
import { listCourses, updateCourse } from '../course/endpoints.ts';
import { discounts } from '../discount/endpoints.ts';
import { term } from '../kernel/access-term.ts';
import type { Assignment } from '../kernel/assignment-row.ts';
import { category, day, idOf, listQuery, flag, filter, publishedFilter } from '../kernel/fields.ts';
import { explanation, listDifferences } from '../payment/differences.ts';
import { learningPaths } from '../learning-path/endpoints.ts';
import { orderFilter } from '../order/endpoints.ts';
import { setOrderStatus } from '../order/endpoints.ts';
import type { RecordKind } from '../kernel/record-kinds.ts';
import { peopleFilter } from '../user/filter.ts';
import { vouchers } from '../voucher/endpoints.ts';

const published = ['published', 'draft'] as const;
const active = ['active', 'inactive'] as const;

/** Courses on one side of an owner's picker. */
const coursesOf = (owner: RecordKind) =>
  filterOf(
    listQuery({
      ownerId: idOf(owner),
      isAssigned: filter(flag, 'Assigned'),
      category: filter(category, 'Category'),
      isPublished: publishedFilter,
      withoutConflict: filter(flag, 'Conflicts'),
    }),
  );
const assigning = ['assigned', 'none'] as const;

/**
 * Sets the last day of the access of members of an owner (`ownerId`) to `until`, or removes it. Access that lasts longer
 * stays as it is, unless `mayShorten`. 400 for a day that has passed.
 */
const accessBatch = <Kind extends 'course-access' | 'path-access'>(kind: Kind, { owner, assign }: Assignment) =>
  batchOf({
    kind,
    failsAs: 500,
    roles: assign.roles,
    filter: filterOf(listQuery({ ownerId: idOf(owner), term: filter(term, 'Access') })),
    values: ['until', 'unlimited'],
    more: { ownerId: idOf(owner), until: day.nullable().default(null), mayShorten: z.boolean().default(false) },
  });

/** Calls `count` and `start` by kind of batch; each takes the filter of the list that the records are chosen in. */
export const batches = {
  orderStatus: batchOf({
    kind: 'order-status',
    failsAs: 500,
    roles: setOrderStatus.roles,
    filter: orderFilter,
    values: setOrderStatus.body!.shape.status.options as ['paid', 'pending', 'unpaid', 'cancelled', 'refunded'],
    more: { removeAccess: setOrderStatus.body!.shape.removeAccess },
  }),
  coursePublishing: batchOf({
    kind: 'course-publishing',
    roles: updateCourse.roles,
    filter: filterOf(listCourses.query!).extend(listCourses.params!.shape),
    values: published,
  }),
  pathPublishing: batchOf({
    kind: 'path-publishing',
    roles: learningPaths.update.roles,
    filter: filterOf(learningPaths.list.query!),
    values: published,
  }),
  discountSwitch: batchOf({
    kind: 'discount-switch',
    roles: discounts.setStatus.roles,
    filter: filterOf(discounts.list.query!),
    values: active,
  }),
  voucherSwitch: batchOf({
    kind: 'voucher-switch',
    roles: vouchers.setStatus.roles,
    filter: filterOf(vouchers.list.query!),
    values: active,
  }),
  /** Assigns courses to a discount (`ownerId`), or unassigns them. */
  discountCourses: batchOf({
    kind: 'discount-courses',
    roles: assignments.discountCourses.assign.roles,
    filter: coursesOf('discount'),
    values: assigning,
    more: { ownerId: idOf('discount') },
  }),
  /** Assigns courses to a voucher, or unassigns them. */
  voucherCourses: batchOf({
    kind: 'voucher-courses',
    roles: assignments.voucherCourses.assign.roles,
    filter: coursesOf('voucher'),
    values: assigning,
    more: { ownerId: idOf('voucher') },
  }),
  /** Adds courses to the end of a learning path, or removes them; the others keep their order. */
  pathCourses: batchOf({
    kind: 'path-courses',
    roles: assignments.pathCourses.assign.roles,
    filter: coursesOf('learning-path'),
    values: assigning,
    more: { ownerId: idOf('learning-path') },
  }),
  /** Gives access to what was paid: rows of *Paid without access*. */
  accessGiving: batchOf({
    kind: 'access-giving',
    failsAs: 500,
    roles: giveAccess.roles,
    filter: filterOf(listAccessGaps.query!),
    values: ['granted'],
  }),
  /** Removes access that was not paid: rows of *Access without payment*. */
  accessRemoval: batchOf({
    kind: 'access-removal',
    failsAs: 500,
    roles: removeAccess.roles,
    filter: filterOf(listAccessGaps.query!),
    values: ['removed'],
  }),
  /** Mends differences of payments, each by its own action. */
  differenceMending: batchOf({
    kind: 'difference-mending',
    failsAs: 500,
    roles: listDifferences.roles,
    filter: filterOf(listDifferences.query!),
    values: ['mended'],
  }),
  /** Marks differences as explained, or puts them back; an explanation is required for the mark. */
  differenceMarks: batchOf({
    kind: 'difference-marks',
    roles: listDifferences.roles,
    filter: filterOf(listDifferences.query!),
    values: ['explained', 'open'],
    more: { explanation: explanation.default('') },
  }),
  /** Assigns users to a course. */
  courseMembers: batchOf({
    kind: 'course-members',
    failsAs: 500,
    roles: assignments.courseUsers.assign.roles,
    filter: peopleFilter,
    values: ['member'],
    more: { courseId: idOf('course') },
  }),
  /** Sets the last day of the access of members of a course. */
  courseAccess: accessBatch('course-access', assignments.courseUsers),
  /** Sets the last day of the access of members of a learning path. */
  pathAccess: accessBatch('path-access', assignments.pathUsers),
  /** Tags users (`ownerId`: the tag), or removes the tag. */
  tagUsers: batchOf({
    kind: 'tag-users',
    roles: assignments.tagUsers.assign.roles,
    filter: peopleFilter,
    values: assigning,
    more: { ownerId: idOf('tag') },
  }),
  /** Records the consent of members to broadcasts on a channel. Who opted out themselves stays so. */
  marketingConsent: batchOf({
    kind: 'marketing-consent',
    roles: broadcasts.create.roles,
    filter: peopleFilter,
    values: ['agreed', 'refused'],
    more: { channel: consentDraft.shape.channel, note: consentDraft.shape.note },
  }),
};
