/** Tests the writes of vouchers with staleness.ts. */
import { testStaleness } from './staleness.ts';

testStaleness('vouchers');
