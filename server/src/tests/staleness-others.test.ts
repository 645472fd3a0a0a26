/** Tests the writes of all other areas with staleness.ts. */
import { testStaleness } from './staleness.ts';

testStaleness('others');
