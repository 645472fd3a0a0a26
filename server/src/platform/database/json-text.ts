/** JSON passed as text from PostgreSQL to the reply, without parsing it (http/encoder.ts). */
import { type RawBuilder, sql } from 'kysely';

/** `json` as text, typed as its content; only the encoder may read it. Use jsonb for values that a handler reads. */
export const jsonText = <Value>(json: RawBuilder<Value>): RawBuilder<Value> => sql<Value>`${json}::text`;
