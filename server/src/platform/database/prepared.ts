/** Client of pg that names its statements, so that PostgreSQL parses and plans each text once per connection; optional. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { camelCaseNames } from './camel-case.ts';
import { GuardedClient } from './guarded.ts';

/** SQLSTATE of, among others, "cached plan must not change result type". */
export const columnsChanged = '0A000';

/** Whether pg goes on to use a statement that PostgreSQL rejects or, after an invalid parameter, has closed. */
const isStale = (error: unknown) => !(error instanceof pg.DatabaseError) || error.code === columnsChanged;

/**
 * Limits for statements worth preparing; others (large inserts, value lists) are unique and would fill the server's
 * memory with plans.
 */
const longestText = 8_000;
const maxNames = 1_000;

/** Front of a statement that is planned for its own values at each execution; for filters that match from none to all rows. */
export const plannedAnew = sql`/* planned anew */`;

/** Names by text, at most {@link maxNames}. */
export const statementNames = new Map<string, string>();

/** Short name derived from the text; undefined if the text is not worth preparing. */
export function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known) return known;
  if (
    text.length > longestText ||
    statementNames.size >= maxNames ||
    text.includes('/* planned anew */') ||
    !/^\s*(select|insert|update|delete|with)\b/i.test(text)
  )
    return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  statementNames.set(text, name);
  return name;
}

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;

/** Names queries with values; begin, commit and so on remain simple queries. */
export class PreparingClient extends GuardedClient {
  constructor(config?: pg.ClientConfig, deadlineMs?: number, isNaming = true) {
    super(config, deadlineMs);
    // Renames columns once per query, not per row.
    this.connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = camelCaseNames.fieldOf(field.name);
    });
    if (!isNaming) return;
    const query = this.query.bind(this) as Query;
    this.query = ((text: unknown, values?: unknown, done?: unknown) => {
      const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined;
      if (!name) return query(text, values, done);
      const answer = query({ name, text, values }, done) as Promise<unknown> | undefined;
      return answer?.catch((error: unknown) => {
        if (isStale(error)) void this.end();
        throw error;
      });
    }) as typeof this.query;
  }
}
