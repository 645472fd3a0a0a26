/** JSON that goes from PostgreSQL to the reply as text: neither parsed nor written again on its way (http/encoder.ts). */
import { type RawBuilder, sql } from 'kysely';

/** `json` as text, typed as what it holds; only the encoder may read it. For values that a handler reads, use jsonb. */
export const jsonText = <Value>(json: RawBuilder<Value>): RawBuilder<Value> => sql<Value>`${json}::text`;
