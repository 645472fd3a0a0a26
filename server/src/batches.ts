/** Every kind of batch that there is; an area's come from its batches.ts. */
import type { BatchKind } from '#shared/batch/kind.ts';
import { orderStatusBatch } from './areas/order/batches.ts';

export const batchKinds: readonly BatchKind[] = [orderStatusBatch];
