/** Tests the writes of vouchers with staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('vouchers');
