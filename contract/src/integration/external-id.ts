/** Ids of other systems, by which programs name members and what they send (docs/decisions/0101). */
import { name } from '../kernel/fields.ts';

/** Id in another system, at most 100 characters; unique per brand and kind. */
export const externalId = name(1, 100);
