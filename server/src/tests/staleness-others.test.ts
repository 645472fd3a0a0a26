/** Tests the writes of all other areas with staleness.ts. */
import { proveStaleness } from './staleness.ts';

proveStaleness('others');
