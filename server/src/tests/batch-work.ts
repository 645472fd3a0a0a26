/** Helpers for tests of batches: orders to change, the job without a worker, and results as plain values. */
import { type BatchRowState, listBatchRows, undoBatch } from '#contract/batch/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { runBatch } from '../services/batch/jobs.ts';
import { batchKinds } from '../areas.ts';

const job = runBatch(batchKinds);

/** Runs the job of a batch once, as a worker does. */
export const runOnce = (
  test: TestApp,
  batchId: string,
  {
    tenant = 'coding',
    signal = new AbortController().signal,
    isLastTry = false,
  }: Partial<{ tenant: Tenant; signal: AbortSignal; isLastTry: boolean }> = {},
): Promise<void> =>
  job.run({ db: test.database.tenant(tenant), tenant, ids: { batchId }, signal, isLastTry } as unknown as JobContext<
    typeof job.ids
  >);

/** Takes the batches that wait for a worker out of the outbox; returns their ids. */
export async function takeWaiting(test: TestApp): Promise<string[]> {
  const lines = await test.sql(`delete from outbox where job = 'run-batch' returning ids`);
  return lines.map(({ ids }) => (ids as { batchId: string }).batchId);
}

/** Signal that is aborted after `checks` checks: a job stops after that many transactions. */
export const abortedAfter = (checks: number): AbortSignal => {
  let left = checks;
  return {
    throwIfAborted() {
      left -= 1;
      if (left <= 0) throw new Error('The process ends');
    },
  } as unknown as AbortSignal;
};

/** Inserts orders of one member without items; returns their ids, newest first. */
export async function addOrders(
  test: TestApp,
  count: number,
  { status = 'unpaid', tenant = 'coding', name = 'Siti' }: { status?: string; tenant?: Tenant; name?: string } = {},
): Promise<string[]> {
  const rows = await test.sql(
    `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status,
        payment_provider, payment_method)
      select $1, 'INV/' || new_id(), new_id(), $4, 'siti@sample.test', '', 1, 1, $2, 'manual', 'transfer' from generate_series(1, $3) returning id`,
    [tenant, status, count, name],
  );
  return rows.map(({ id }) => String(id)).toSorted((one, other) => (one < other ? 1 : -1));
}

/** Results of a batch by record: state, values and reason. */
export async function resultsOf(caller: TestCaller, batchId: string, state?: BatchRowState) {
  const { body } = await caller.call(listBatchRows, {
    params: { id: batchId },
    query: { pageSize: 100, ...(state && { state }) },
  });
  return new Map(body.rows.map(({ recordId, n: _n, name: _name, ...result }) => [recordId, result]));
}

/** Id of the batch that a call has recorded; '' if none. */
export const batchOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['batch-id'] ?? '');

/** Undoes the batch that a call has recorded. */
export const undoneOf = (caller: TestCaller, answer: Parameters<typeof batchOf>[0]) =>
  caller.call(undoBatch, { params: { id: batchOf(answer) } });
