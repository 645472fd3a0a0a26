/**
 * Execution of a named statement through pg's Submittable interface (like pg-cursor). PostgreSQL parses a text and
 * describes its rows once per connection; pg itself requests the description at every run.
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';

export interface StatementResult {
  command: string;
  rowCount: number;
  rows: Record<string, unknown>[];
}

interface Run {
  name: string;
  text: string;
  values: readonly unknown[];
  done: (error: Error | null, answer: StatementResult) => void;
}

/** SQLSTATE of, among others, "cached plan must not change result type". */
export const columnsChanged = '0A000';

type Parameter = string | Buffer | null;
type Columns = readonly { name: string; parse: (text: string) => unknown }[];
/** Columns by statement name, for statements that have run on a connection. */
export type KnownColumns = Map<string, Columns>;

interface Connection extends pg.Connection {
  /** Maintained by pg's client: text by statement name. */
  parsedStatements: Record<string, string>;
}

/** pg's conversion of parameters, which its types omit. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(this: void, value: unknown): Parameter } }).utils;

function parametersOf(values: readonly unknown[]): Parameter[] | Error {
  try {
    return values.map(prepareValue);
  } catch (error) {
    return error as Error;
  }
}

const execution = Buffer.concat([serialize.execute(), serialize.sync()]);

export class Statement implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly callback: Run['done'];
  readonly #values: readonly unknown[];
  readonly #known: KnownColumns;
  readonly #types: pg.CustomTypesConfig;
  #columns: Columns | undefined;
  readonly #answer: StatementResult = { command: '', rowCount: 0, rows: [] };
  #failure: Error | null = null;
  #forget?: () => void;

  /** `types` parses values. A name always stands for the same text, so `known` columns remain valid. */
  constructor({ name, text, values, done }: Run, known: KnownColumns, types: pg.CustomTypesConfig) {
    this.name = name;
    this.text = text;
    this.callback = done;
    this.#values = values;
    this.#known = known;
    this.#types = types;
  }

  /** Writes all messages in one packet; returns an error if a value cannot be a parameter. */
  submit(connection: pg.Connection): Error | undefined {
    const { name, text } = this;
    const values = parametersOf(this.#values);
    if (values instanceof Error) return values;
    const { parsedStatements } = connection as Connection;
    this.#forget = () => delete parsedStatements[name] && this.#known.delete(name);
    this.#columns = this.#known.get(name);
    const isParsed = name in parsedStatements;
    const messages = [
      // An outdated statement may still exist; closing a missing one is no error.
      ...(isParsed ? [] : [serialize.close({ type: 'S', name }), serialize.parse({ name, text })]),
      serialize.bind({ statement: name, values }),
      ...(this.#columns ? [] : [serialize.describe({ type: 'P' })]),
      execution,
    ];
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
    return undefined;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#answer.rows.push(this.#rowOf(fields));
    } catch (error) {
      // Rethrowing would end the process.
      this.#failure ??= error as Error;
    }
  }

  #rowOf(fields: (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const { name, parse } of this.#columns ?? []) {
      const text = fields[at++] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    return row;
  }

  /** Parses tags such as `SELECT 10`, `INSERT 0 1`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#known.has(this.name)) this.#known.set(this.name, this.#columns ?? []);
    const [command = '', ...counts] = text.split(' ');
    this.#answer.command = command;
    this.#answer.rowCount = Number(counts.at(-1) ?? 0);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#answer);
  }

  handleError(error: Error & { code?: string }): void {
    // A migration changed its columns; the next run prepares it again.
    if (error.code === columnsChanged) this.#forget?.();
    this.callback(error, this.#answer);
  }
}
