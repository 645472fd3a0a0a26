/** The writes of courses: see staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('courses');
