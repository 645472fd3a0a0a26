/** Which answers a change makes stale: derived from what each area's answers show of others, written here alone. */
import type { Area } from './kernel.ts';

/**
 * What an area embeds: a course shows its discount's price and counts its members. A test tries every endpoint against
 * this. The audit trail shows what all do.
 */
export const embeds: Readonly<Partial<Record<Area, readonly Area[]>>> = {
  auth: ['user'],
  course: ['discount', 'user'],
  discount: ['course'],
  'learning-path': ['course', 'discount', 'user'],
  search: ['course', 'discount', 'user'],
  user: ['auth', 'course', 'discount'],
};

const embedders = new Map<Area, Area[]>();
for (const [area, shown] of Object.entries(embeds) as [Area, readonly Area[]][])
  for (const one of shown) embedders.set(one, [...(embedders.get(one) ?? []), area]);

/** The areas whose answers may have changed after a change in this one. */
export const staleAfter = (area: Area): readonly Area[] => [area, 'audit', ...(embedders.get(area) ?? [])];
