/** Tests the writes of discounts with staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('discounts');
