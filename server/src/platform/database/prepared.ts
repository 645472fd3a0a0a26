/**
 * Every query as a named prepared statement: PostgreSQL parses and plans a text once a connection (0.60 against 0.95
 * ms).
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Texts beyond these are one of a kind (big inserts, lists of values), and would fill the server's memory with plans.
 */
const longestText = 8_000;
const mostNames = 1_000;

const names = new Map<string, string>();

/** A short name that is the same for the same text; undefined for a text that is not worth keeping. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (text.length > longestText || names.size >= mostNames) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

const camelNames = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelNames.get(name) ?? name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (camelNames.size < mostNames) camelNames.set(name, known);
  return known;
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A client that names what it is asked with values (begin, commit and the like stay simple queries), and that gives its
 * connection up when an answer takes longer than `deadlineMs`: packets that the network lost do not come again.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig, deadlineMs?: number) {
    super(config);
    // Unheard, the loss of a connection in use would end the process; its query fails and says so.
    this.on('error', () => undefined);
    // After FATAL the session is over. It is ended here, or the pool would lend it once more before the socket closes.
    this.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === 'FATAL') void this.end();
    });
    // Columns are named as in TypeScript once a statement, not once a row.
    this.connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = camelCase(field.name);
    });
    const query = super.query.bind(this) as Query;
    const naming: Query = (config, values, callback) => {
      if (
        typeof config !== 'string' ||
        !Array.isArray(values) ||
        !/^\s*(select|insert|update|delete|with)\b/i.test(config)
      ) {
        return query(config, values, callback);
      }
      return query({ name: statementName(config), text: config, values }, callback);
    };
    this.query = (deadlineMs ? this.#withDeadline(naming, deadlineMs) : naming) as typeof this.query;
  }

  #withDeadline(query: Query, deadlineMs: number): Query {
    return (...asked) => {
      const answer = query(...asked);
      if (!(answer instanceof Promise)) return answer;
      const timer = setTimeout(() => {
        this.connection.stream.destroy(
          Object.assign(new Error('The database owes an answer for too long'), { code: 'ETIMEDOUT' }),
        );
      }, deadlineMs);
      return answer.finally(() => clearTimeout(timer));
    };
  }
}
