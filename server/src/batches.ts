/** Every kind of batch that there is; an area's come from its batches.ts. */
import type { BatchKind } from '#shared/batch/kind.ts';
import { accessGivingBatch, accessRemovalBatch } from './areas/access/batches.ts';
import { coursePublishingBatch } from './areas/course/batches.ts';
import { discountCoursesBatch, discountSwitchBatch } from './areas/discount/batches.ts';
import { pathCoursesBatch, pathPublishingBatch } from './areas/learning-path/batches.ts';
import { orderStatusBatch } from './areas/order/batches.ts';
import { courseMembersBatch } from './areas/user/batches.ts';
import { voucherCoursesBatch, voucherSwitchBatch } from './areas/voucher/batches.ts';

export const batchKinds: readonly BatchKind[] = [
  orderStatusBatch,
  coursePublishingBatch,
  pathPublishingBatch,
  discountSwitchBatch,
  voucherSwitchBatch,
  discountCoursesBatch,
  voucherCoursesBatch,
  pathCoursesBatch,
  accessGivingBatch,
  accessRemovalBatch,
  courseMembersBatch,
];
