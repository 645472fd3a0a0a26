/** Queries that are built and compiled once; building the SQL anew takes a sixth of a call's time. */
import type { CompiledQuery, SelectQueryBuilder } from 'kysely';
import { notFound } from '../errors.ts';
import type { Db } from './database.ts';

/** Placeholder for a value while a query is built; may only be used as an operand or a limit. */
class StandIn {
  readonly name: string;
  /** Place in a list of values. */
  readonly place: number | undefined;

  constructor(name: string, place?: number) {
    this.name = name;
    this.place = place;
  }

  valueIn(values: Values): unknown {
    const value = values[this.name];
    return this.place === undefined ? value : (value as readonly string[])[this.place];
  }

  /** Text made from a placeholder would be the same for every value. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} has no value while its query is built: work with it before`);
  }
}

export type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const standInFor = (name: string, value: Values[string]) =>
  Array.isArray(value) ? value.map((_, place) => new StandIn(name, place)) : new StandIn(name);

/**
 * Compiles a query once per set of defined values (others are undefined), per length of each list among them, and per
 * `shape`, which changes the SQL, such as a sort. `build` receives placeholders and must not inspect them.
 */
export function compiled<V extends Values, Row, Shape = undefined>(
  // oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
  build: (db: Db, values: V, shape: Shape) => SelectQueryBuilder<any, any, Row>,
): (db: Db, values: V, shape: Shape) => Promise<Row[]> {
  const queries = new Map<string, CompiledQuery<Row>>();
  return async (db, values, shape) => {
    const present = Object.entries(values).filter(([, value]) => value !== undefined);
    const names = present.map(([name, value]) => (Array.isArray(value) ? `${name}:${value.length}` : name));
    const key = `${names.join()} ${JSON.stringify(shape)}`;
    let query = queries.get(key);
    if (!query) {
      // In place of values, which the query carries unseen.
      const standIns = Object.fromEntries(
        present.map(([name, value]) => [name, standInFor(name, value)]),
      ) as unknown as V;
      query = build(db, standIns, shape).compile();
      queries.set(key, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof StandIn ? value.valueIn(values) : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Compiled query for one record by id; undefined if it does not exist. */
export function oneById<Row>(
  // oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
  build: (db: Db, id: string) => SelectQueryBuilder<any, any, Row>,
): (db: Db, id: string) => Promise<Row | undefined> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, id) => {
    // In place of the id, which the query carries unseen.
    query ??= build(db, new StandIn('id') as unknown as string).compile();
    const parameters = query.parameters.map((value) => (value instanceof StandIn ? id : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows[0];
  };
}

/** Compiled query for one record by id, like {@link oneById}; 404 “This `thing` does not exist” if there is none. */
export function recordById<Row>(thing: string, build: Parameters<typeof oneById<Row>>[0]) {
  const find = oneById(build);
  return async (db: Db, id: string): Promise<Row> => {
    const record = await find(db, id);
    if (!record) throw notFound(thing);
    return record;
  };
}
