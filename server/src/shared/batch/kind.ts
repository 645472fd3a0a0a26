/** Kinds of batches: what an area provides so that its records can be changed many at a time (docs/decisions/0052). */
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { BatchKindName, BatchValue } from '#contract/batch/endpoints.ts';
import type { Endpoint, Schema, Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import type { Setting } from './setting.ts';

/** Change of a batch: the value that it sets, and the further fields of its kind. */
export interface Change {
  value: string;
}

export interface Brand {
  tenant: Tenant;
  config: Config;
}

/** Kind of batch that calls of its area record (record.ts). */
export interface RecordedKind<C extends Change = Change, Value extends string = string> {
  /** `start`: call that makes such a change; its roles may undo it. */
  calls: { kind: BatchKindName; start: Pick<Endpoint, 'roles'> };
  /** `brand`: whose records are changed, with what is set up for it. */
  setting: (change: C, brand?: Brand) => Setting<Value>;
  /** Records per transaction; more for kinds that change most of them together. */
  atOnce?: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
type Matching = SelectQueryBuilder<any, any, { id: string }>;

/** Kind of batch that is begun from a list; its filter and change are validated by its calls. */
export interface BatchKind<
  Filter = unknown,
  C extends Change = Change,
  Value extends string = string,
> extends RecordedKind<C, Value> {
  calls: {
    kind: BatchKindName;
    count: Endpoint<z.ZodUndefined, Schema>;
    start: Endpoint<z.ZodUndefined, Schema, Schema>;
  };
  /** The change in words: "Set the status to Lunas". */
  title: (change: C, db: Db) => Promise<string> | string;
  /** Query of the ids of the records that match a filter. */
  matching: (db: Db, filter: Filter) => Matching | Promise<Matching>;
  /** Name of a record as SQL; default: the name column of its table. */
  recordName?: RawBuilder<string>;
}

export interface Calls<Kind extends BatchKindName, Filter extends Schema, Body extends Schema> {
  kind: Kind;
  start: Endpoint<z.ZodUndefined, Filter, Body>;
}

/** Defines a kind with the types of its calls. */
export const batchKind = <
  Kind extends BatchKindName,
  Filter extends Schema,
  Body extends z.ZodType<Change & { ids: unknown; expected: unknown }>,
>(
  calls: Calls<Kind, Filter, Body>,
  kind: Omit<BatchKind<z.output<Filter>, Omit<z.output<Body>, 'ids' | 'expected'> & Change, BatchValue<Kind>>, 'calls'>,
): BatchKind => ({ calls, ...kind }) as unknown as BatchKind;
