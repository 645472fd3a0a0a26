/** Queries that are built and compiled once: building the same text for every call is a sixth of what the call costs. */
import type { CompiledQuery, SelectQueryBuilder } from 'kysely';
import { notFound } from '../errors.ts';
import type { Db } from './database.ts';

/** Stands for a value while the query is built; may only be compared with, or limit. */
class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A text made of it would be the same for every value. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} has no value while its query is built: work with it before`);
  }
}

export type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A query of these values, compiled once for every set of values that are there (the others are undefined) and every
 * `shape`: what changes the text, such as a sort. `build` sees stand-ins and must not look into them.
 */
export function compiled<V extends Values, Row, Shape = undefined>(
  // oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
  build: (db: Db, values: V, shape: Shape) => SelectQueryBuilder<any, any, Row>,
): (db: Db, values: V, shape: Shape) => Promise<Row[]> {
  const queries = new Map<string, CompiledQuery<Row>>();
  return async (db, values, shape) => {
    const present = Object.keys(values).filter((name) => values[name] !== undefined);
    const key = `${present.join()} ${JSON.stringify(shape)}`;
    let query = queries.get(key);
    if (!query) {
      const standIns = Object.fromEntries(present.map((name) => [name, new StandIn(name)])) as unknown as V;
      query = build(db, standIns, shape).compile();
      queries.set(key, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof StandIn ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Reads one record by its id; undefined when there is none. */
export function oneById<Row>(
  // oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
  build: (db: Db, id: string) => SelectQueryBuilder<any, any, Row>,
): (db: Db, id: string) => Promise<Row | undefined> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, id) => {
    query ??= build(db, new StandIn('id') as unknown as string).compile();
    const parameters = query.parameters.map((value) => (value instanceof StandIn ? id : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows[0];
  };
}

/** {@link oneById}, 404 where there is none. */
export function recordById<Row>(thing: string, build: Parameters<typeof oneById<Row>>[0]) {
  const find = oneById(build);
  return async (db: Db, id: string): Promise<Row> => {
    const found = await find(db, id);
    if (!found) throw notFound(thing);
    return found;
  };
}
