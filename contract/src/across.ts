/** Rules across several fields: checked when those fields are right by themselves, whatever is wrong with others. */
import type { z } from 'zod';

/**
 * The option of `superRefine` and `refine` that names the fields a rule reads. Without it zod leaves the rule out as
 * soon as any field is wrong, and people meet its message only after they have mended the others.
 */
export const onceValid = (...fields: readonly string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0]))),
});
