/** The writes of all other areas: see staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('others');
