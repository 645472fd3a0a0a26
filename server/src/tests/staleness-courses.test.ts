/** Tests the writes of courses with staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('courses');
