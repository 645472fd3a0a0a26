/**
 * Every query as a named prepared statement: PostgreSQL parses and plans a text once a connection (0.60 against 0.95
 * ms).
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { GuardedClient } from './guarded.ts';
import { type Answer, type KnownColumns, Statement } from './statement.ts';

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
  if (text.length > longestText || names.size >= mostNames || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
    return undefined;
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

type Done = (error: Error | null, answer?: Answer) => void;
type Query = (config: unknown, values?: unknown, done?: Done) => unknown;

/**
 * A client that names what it is asked with values (begin, commit and the like stay simple queries), and that gives its
 * connection up when it hears nothing for `deadlineMs` while an answer is owed: packets that the network lost do not
 * come again.
 */
export class PreparingClient extends GuardedClient {
  readonly #known: KnownColumns = new Map();

  constructor(config?: pg.ClientConfig, deadlineMs?: number) {
    super(config);
    // After FATAL the session is over. It is ended here, or the pool would lend it once more before the socket closes.
    this.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === 'FATAL') void this.end();
    });
    // Columns are named as in TypeScript once a statement, not once a row.
    this.connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = camelCase(field.name);
    });
    const query = this.#naming(super.query.bind(this) as Query);
    this.query = (deadlineMs ? this.#withDeadline(query, deadlineMs) : query) as typeof this.query;
  }

  #naming(query: Query): Query {
    const run = (name: string, text: string, values: unknown[], done: Done) =>
      query(new Statement({ name, text, values, done }, this.#known, this));
    return (config, values, done) => {
      const name = typeof config === 'string' && Array.isArray(values) ? statementName(config) : undefined;
      if (!name) return query(config, values, done);
      const [text, given] = [config as string, values as unknown[]];
      if (done) return run(name, text, given, done);
      return new Promise((resolve, reject) => {
        run(name, text, given, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
    };
  }

  /** Whatever is written or read starts the socket's time again, which costs less than a timer a query. */
  #withDeadline(query: Query, deadlineMs: number): Query {
    let owesAnswer = false;
    this.on('drain', () => {
      owesAnswer = false;
    });
    this.once('connect', () => {
      const { stream } = this.connection;
      (stream as Socket).setTimeout(deadlineMs, () => {
        if (!owesAnswer) return;
        stream.destroy(Object.assign(new Error('The database owes an answer for too long'), { code: 'ETIMEDOUT' }));
      });
    });
    return (...asked) => {
      owesAnswer = true;
      return query(...asked);
    };
  }
}
