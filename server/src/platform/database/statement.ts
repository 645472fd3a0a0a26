/**
 * One run of a named statement, as pg takes it (pg-cursor is another). PostgreSQL parses a text and describes its rows
 * once a connection; pg itself asks for the description at every run, and makes what it needs of it anew.
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';

export interface Answer {
  command: string;
  rowCount: number;
  rows: Record<string, unknown>[];
}

interface Run {
  name: string;
  text: string;
  values: readonly unknown[];
  done: (error: Error | null, answer: Answer) => void;
}

/** SQLSTATE of "cached plan must not change result type", too. */
export const columnsChanged = '0A000';

type Parameter = string | Buffer | null;
type Columns = readonly { name: string; parse: (text: string) => unknown }[];
/** By name: of the statements of one connection that have run. */
export type KnownColumns = Map<string, Columns>;

interface Connection extends pg.Connection {
  /** Kept by pg's client, by the name and the text of what it runs. */
  parsedStatements: Record<string, string>;
}

/** How pg writes a value as a parameter; its types do not tell of it. */
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
  readonly #answer: Answer = { command: '', rowCount: 0, rows: [] };
  #failure: Error | null = null;
  #forget?: () => void;

  /** `types` reads values. A text's name stands for it alone, so what is known of its columns stays true. */
  constructor({ name, text, values, done }: Run, known: KnownColumns, types: pg.CustomTypesConfig) {
    this.name = name;
    this.text = text;
    this.callback = done;
    this.#values = values;
    this.#known = known;
    this.#types = types;
  }

  /** All messages at once, in one packet; an error instead of any where a value is no parameter. */
  submit(connection: pg.Connection): Error | undefined {
    const { name, text } = this;
    const values = parametersOf(this.#values);
    if (values instanceof Error) return values;
    const { parsedStatements } = connection as Connection;
    this.#forget = () => delete parsedStatements[name] && this.#known.delete(name);
    this.#columns = this.#known.get(name);
    const isParsed = name in parsedStatements;
    const messages = [
      // One that is outdated is still there; closing what is not there is no error.
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
      // Thrown on, it would end the process.
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

  /** `SELECT 10`, `INSERT 0 1`, `BEGIN`. */
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
    // A migration changed its columns: the next run prepares it anew.
    if (error.code === columnsChanged) this.#forget?.();
    this.callback(error, this.#answer);
  }
}
