/** The writes of vouchers: see staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('vouchers');
