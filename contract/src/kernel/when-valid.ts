/** Validation across several fields; it runs as soon as the fields it reads are valid, even when others are not. */
import type { z } from 'zod';

/**
 * Option of `superRefine` and `refine` that names the fields a rule reads. By default zod skips the rule while any
 * field is invalid, so users would see its message only after fixing all the others.
 */
export const whenValid = (...fields: readonly string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0]))),
});
