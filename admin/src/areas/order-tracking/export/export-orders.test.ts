/** Tests the page's side of an export: the messages to the worker, and how it ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noFilter } from '#admin-shared/order-tracking/filters.ts';
import { exportOrders, type FromWorker, type ToWorker } from './export-orders.ts';

const filter = { ...noFilter, date: '7d' };
const access = { mode: 'embedded', projectId: 'coding', apiKey: 'k', path: '/documents' } as const;

/** Replaces the browser's worker; the test acts as the worker's script. */
class WorkerDouble extends EventTarget {
  static last: WorkerDouble;
  readonly received: ToWorker[] = [];
  terminated = false;

  constructor() {
    super();
    WorkerDouble.last = this;
  }

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => vi.stubGlobal('Worker', WorkerDouble));
afterEach(() => vi.unstubAllGlobals());

function begin(options: Partial<Parameters<typeof exportOrders>[1]> = {}) {
  const quiet = { access: () => Promise.resolve(access), onProgress: () => {}, signal: new AbortController().signal };
  const finished = exportOrders(filter, { ...quiet, ...options });
  return { finished, worker: WorkerDouble.last };
}

test('sends the filter to the worker, and returns its file', async () => {
  const progress = vi.fn();
  const { finished, worker } = begin({ onProgress: progress });
  worker.say({ type: 'progress', done: 500, total: 900 });
  const file = new File(['x'], 'orders_kodio.xlsx');
  worker.say({ type: 'finished', file });
  expect(await finished).toBe(file);
  expect(worker.received).toEqual([{ type: 'start', filter }]);
  expect(progress).toHaveBeenCalledWith({ done: 500, total: 900 });
  expect(worker.terminated).toBe(true);
});

test('gets access from the page on the worker’s request, and passes a refusal on', async () => {
  const refused = new Error('signed out');
  const ask = vi.fn().mockResolvedValueOnce(access).mockRejectedValueOnce(refused);
  const { worker } = begin({ access: ask });
  worker.say({ type: 'access-wanted' });
  await vi.waitFor(() => expect(worker.received).toHaveLength(2));
  worker.say({ type: 'access-wanted' });
  await vi.waitFor(() => expect(worker.received).toHaveLength(3));
  expect(worker.received.slice(1)).toEqual([
    { type: 'access', access },
    { type: 'access-refused', error: refused },
  ]);
});

test('cancelling terminates the worker at once', async () => {
  const cancel = new AbortController();
  const { finished, worker } = begin({ signal: cancel.signal });
  cancel.abort();
  await expect(finished).rejects.toMatchObject({ name: 'AbortError' });
  expect(worker.terminated).toBe(true);
});

test('an already aborted signal starts no worker', async () => {
  const before = WorkerDouble.last;
  await expect(begin({ signal: AbortSignal.abort() }).finished).rejects.toMatchObject({ name: 'AbortError' });
  expect(WorkerDouble.last).toBe(before);
});

test('fails with the worker’s error, and when its script does not load', async () => {
  const reading = begin();
  reading.worker.say({ type: 'failed', error: new Error('permission-denied') });
  await expect(reading.finished).rejects.toThrow('permission-denied');
  const loading = begin();
  loading.worker.dispatchEvent(new Event('error'));
  await expect(loading.finished).rejects.toThrow('could not be loaded');
  expect([reading.worker.terminated, loading.worker.terminated]).toEqual([true, true]);
});
