/** The writes of discounts: see staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('discounts');
