/** Reports of programs about who was in a class: evidence for its attendance, which people save (docs/decisions/0108). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { idOf, instant } from '../kernel/fields.ts';
import { itemResults, maxItems } from './item-results.ts';
import { externalId } from './members.ts';

const maxHours = 24;

const stay = z
  .object({
    /** Id of this report in the other system. */
    externalId,
    /** The `externalId` of a member. */
    member: externalId,
    lessonId: idOf('lesson'),
    from: instant,
    until: instant,
  })
  .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
    path: ['until'],
    error: 'Ends before it starts',
  })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= maxHours * 3_600_000, {
    path: ['until'],
    error: `At most ${maxHours} hours after its start`,
  });

/**
 * Records from when until when members were in live classes, as evidence: the attendance itself is saved once, by a person.
 * Safe to repeat with the same `externalId`. An item about an unknown member, no live class, the future, or with the `externalId` of
 * other contents is refused alone.
 */
export const putAttendance = endpoint({
  area: 'integration',
  roles: 'key',
  scope: 'attendance:write',
  method: 'PUT',
  url: '/integration/attendance',
  body: z.object({
    items: z.array(stay).min(1, 'Send at least one').max(maxItems, `At most ${maxItems} at a time`),
  }),
  reply: itemResults,
});
