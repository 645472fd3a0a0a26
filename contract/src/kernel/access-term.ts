/** Access that ends: the last day in Jakarta on which a member may open a course (docs/decisions/0134). Pure. */
import { choice } from './draft.ts';
import { dayInWords } from './days.ts';

/** Access that ends within so many days, counted from today, ends soon. */
export const soonDays = 30;

export const termNames = { soon: `Ends in ${soonDays} days`, ended: 'Ended' } as const;
/** Filter of memberships by their end. */
export const term = choice(termNames);

/** Whether access with this last day, null for none, has ended on a day. */
export const hasEnded = (lastDay: string | null, today: string): lastDay is string =>
  lastDay !== null && lastDay < today;

/** Reason why a course is closed after the last day. */
export const endedInWords = (lastDay: string): string => `Access ended on ${dayInWords(lastDay)}`;
