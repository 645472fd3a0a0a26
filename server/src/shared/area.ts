/** Shape of an area.ts: all that the server and the worker need of an area. */
import type { RawBuilder } from 'kysely';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import type { searchEverything } from '#contract/search/endpoints.ts';
import type { Routes } from '#platform/http/server.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { BatchKind, RecordedKind } from './batch/kind.ts';
import type { WaitingSource } from './waiting.ts';

/** Table that the search over all areas reads; its column `search` has the index. */
export interface SearchedTable {
  table: string;
  /** Position of its results, from 1. */
  place: number;
  /** Kind of result. */
  kind: Reply<typeof searchEverything>['found'][number]['kind'] | RawBuilder<string>;
  /** Id of the page that shows the record; default: the record's. */
  id?: RawBuilder<string>;
  /** Default: the column `name`. */
  name?: RawBuilder<string>;
  /** Text beside the name; default: none. */
  hint?: RawBuilder<string>;
  /** Default: the newest first. */
  order?: RawBuilder<unknown>;
  /** List whose roles may find the records. */
  opens: Pick<Endpoint, 'roles'>;
  /** Also searched by phone number. */
  isPerson?: true;
}

export interface Area {
  routes: readonly Routes[];
  jobs?: readonly Job[];
  /** Kinds of changes of many records (docs/decisions/0052). */
  batches?: readonly (BatchKind | RecordedKind)[];
  searched?: readonly SearchedTable[];
  /** Waiting work in it, for the start page. */
  waiting?: readonly WaitingSource[];
  /** Tables that grow with the business: no call may read one sequentially. */
  bigTables?: readonly string[];
}
