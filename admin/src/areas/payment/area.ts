/** Area of payments: what an order shows of them is in admin/src/shared/order. */
import type { Area } from '#kit/area.ts';

export const area: Area = { pages: {} };
