/** Tests the writes of courses with staleness.ts. */
import { testStaleness } from './staleness.ts';

testStaleness('courses');
