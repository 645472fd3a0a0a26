/** Next work of a user of the desk, for their start page (ours; docs/decisions/0074). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { trackingRoles } from './endpoints.ts';
import { deskUrl } from './desk.ts';

/** Upper limit of orders in each part. */
export const maxNext = 5;

/** `name`: the member with this e-mail; else the e-mail. */
const buyer = { documentId: z.string(), name: z.string(), email: z.string() };

/**
 * First orders of the caller's own queue, by next follow-up, and of the chase order; and the size of these queues and of
 * *overdue*, as `countDesk` counts them.
 */
export const listNext = endpoint({
  area: 'desk-order',
  roles: trackingRoles,
  method: 'GET',
  url: `${deskUrl}/next/`,
  reply: z.object({
    counts: z.object({ mine: z.int(), overdue: z.int(), chase: z.int() }),
    mine: z.array(z.object({ ...buyer, note: z.string(), followUpAt: z.string().nullable() })).max(maxNext),
    chase: z
      .array(
        z.object({
          ...buyer,
          courseName: z.string().nullable(),
          /** Price of the course today, in rupiah; null for a course of another system. */
          value: z.int().nullable(),
          orderedAt: z.string(),
        }),
      )
      .max(maxNext),
  }),
});
