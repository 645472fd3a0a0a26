/** Row of paid and access, and who may act on it. */
import { giveAccess, type listAccessGaps } from '#contract/access/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import type { RowOf } from '#kit/list/source.ts';

export type Gap = RowOf<typeof listAccessGaps, 'gaps'>;

/** Customer service reads the lists only. */
export const mayMend = (): boolean => mayCall(giveAccess, role() ?? '');
