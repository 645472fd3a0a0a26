/** Tests the writes of discounts with staleness.ts. */
import { testStaleness } from './staleness.ts';

testStaleness('discounts');
