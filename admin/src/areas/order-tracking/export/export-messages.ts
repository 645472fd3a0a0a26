/** Messages between the page and the export worker. Types only: neither side loads the other's code. */

import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { TrackingFilter } from '../filters.ts';
import type { ExportProgress } from '#kit/spreadsheet/sheet-file.ts';

/** `start` is the first message; the others answer `access-wanted`. */
export type ToWorker =
  | { type: 'start'; filter: TrackingFilter }
  | { type: 'access'; access: TrackingAccess }
  | { type: 'access-refused'; error: unknown };

/** Ends with `finished` or `failed`. */
export type FromWorker =
  | ({ type: 'progress' } & ExportProgress)
  | { type: 'access-wanted' }
  | { type: 'finished'; file: File }
  | { type: 'failed'; error: unknown };
