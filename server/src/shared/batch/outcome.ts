/** Results of a batch for its records. */
import type { BatchRowState } from '#contract/batch/endpoints.ts';

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
