/** Access that ends: the last day in Jakarta on which a member may open a course or a learning path (docs/decisions/0134). Pure. */
import { choice, field } from './draft.ts';
import { dayInWords } from './days.ts';
import { whole } from './fields.ts';

/** Access that ends within so many days, counted from today, ends soon. */
export const soonDays = 30;

export const termNames = { soon: `Ends in ${soonDays} days`, ended: 'Ended' } as const;
/** Filter of memberships by their end. */
export const term = choice(termNames);

/** Months of access that a course or a learning path gives; null: no end. */
export const accessMonths = field(whole().min(1, 'At least 1').max(120, 'At most 120').nullable(), {
  label: 'Months of access',
  hint: 'From the day on which a member gets it. Empty: no end. A change is for new members only: extend the others in their list.',
});

/** Whether access with this last day, null for none, has ended on a day. */
export const hasEnded = (lastDay: string | null, today: string): lastDay is string =>
  lastDay !== null && lastDay < today;

/** Reason why a course is closed after the last day. */
export const endedInWords = (lastDay: string): string => `Access ended on ${dayInWords(lastDay)}`;
