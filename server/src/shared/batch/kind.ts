/** Kinds of batches: what an area provides so that its records can be changed many at a time (docs/decisions/0057). */
import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import type { BatchKindName, BatchRowState, batchOf } from '#contract/batch.ts';
import type { Schema } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';

/** Result for a record. `before` and `after` are values of the kind (`batchKinds`), `reason` is for users. */
export interface Outcome {
  state: Exclude<BatchRowState, 'pending'>;
  before?: string;
  after?: string;
  reason?: string;
}
/** Results by record id. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** A record that the batch changed. */
export interface Changed {
  id: string;
  before: string;
  after: string;
}

type Calls = ReturnType<typeof batchOf<BatchKindName, Schema, z.ZodRawShape>>;

/** A kind, with its filter and change as validated by the contract. */
export interface BatchKind<Filter = unknown, Change = unknown> {
  calls: Calls;
  /** The change in words: "Set the status to Lunas". */
  title: (db: Db, change: Change) => Promise<string> | string;
  /** Query of the ids of the records that match a filter. */
  // oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
  matching: (db: Db, filter: Filter) => SelectQueryBuilder<any, any, { id: string }>;
  /**
   * Changes records in the open transaction. Must give a result for each; a refusal of one record is its result, and an
   * error rolls all back.
   */
  apply: (db: Db, ids: readonly string[], change: Change) => Promise<Outcomes>;
  /** Gives records their former values again, except those that were changed since. */
  undo: (db: Db, records: readonly Changed[], change: Change) => Promise<Outcomes>;
}

type Validated<S> = S extends z.ZodType ? z.output<S> : never;
type Start<C> = C extends { start: { query?: infer Q; body?: infer B } }
  ? { filter: Validated<Exclude<Q, undefined>>; change: Omit<Validated<Exclude<B, undefined>>, 'ids' | 'expected'> }
  : never;

/** Defines a kind with the types of its calls. */
export function batchKind<C>(
  calls: C,
  kind: Omit<BatchKind<Start<C>['filter'], Start<C>['change']>, 'calls'>,
): BatchKind {
  return { calls, ...kind } as unknown as BatchKind;
}
