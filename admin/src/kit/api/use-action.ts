/** Hooks that run an endpoint, or other work with contract messages. The query client shows toasts and refreshes. */
import { useMutation } from '@tanstack/react-query';
import type { CallInput, Endpoint, Messages, Reply } from '#contract/kernel/endpoint.ts';
import { idempotencyKey, forgetIdempotencyKey } from './idempotency-key.ts';
import { callUntyped } from '../call-untyped.ts';
import { call } from './call.ts';
import { asApiError, type ApiError } from './api-error.ts';
import { enqueueWrite } from './write-queue.ts';
import { failureMessage, failureStatus, type Slice, type SliceOptions, type TaskMeta } from './slice.ts';

/** Result of a run. A failure is a value that was already toasted; the caller only decides what comes next. */
export type Outcome<Result> = { ok: true; reply: Result } | { ok: false; error: ApiError };

/** State of the last run, and `run`, which never rejects. */
export interface Action<Input, Result, Options = void> extends Slice {
  run: (input: Input, options?: Options) => Promise<Outcome<Result>>;
  error: ApiError | null;
}

export interface RunOptions {
  /** Version that the person saw. If a newer one is stored, the outcome is a 412 with `error.conflict`. */
  ifMatch?: number | undefined;
  /** Called with the reply before the displayed data is read again. */
  onReply?: (reply: never) => void;
  /** The caller handles a 412 itself; it is not toasted. */
  asksOnConflict?: boolean;
  /** The caller shows validation errors beside the fields; they are not toasted. */
  showsErrors?: boolean;
}

export interface ActionOptions<Input, Result> {
  /** Overrides the endpoint's messages, where they depend on the kind of record (`courseMessages[type].update`). */
  messages?: Messages | undefined;
  /** After a success the person goes on to another page, for example to the created record. */
  movesOn?: boolean;
  /** Whether it follows from another action or runs by itself; its start does not remove earlier failure toasts. */
  isBackground?: boolean;
  /** Returns the undo callback that the toast offers; undefined: no undo. */
  undo?: ((input: Input, reply: Result) => (() => void) | undefined) | undefined;
}

/** Runs an endpoint. Creates send an idempotency key; repeating a failed run with the same input keeps its key. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { messages = endpoint.messages, movesOn = false, isBackground, undo }: ActionOptions<CallInput<E>, Reply<E>> = {},
): Action<CallInput<E>, Reply<E>, RunOptions> {
  const name = `${endpoint.method} ${endpoint.url}`;
  return useTask<CallInput<E>, Reply<E>, RunOptions>({
    messages,
    writes: true,
    area: endpoint.area,
    movesOn,
    isBackground,
    undo,
    success: endpoint.success,
    failsAs: endpoint.failsAs,
    perform: async (input, options) => {
      const key = endpoint.creates ? idempotencyKey(name, input) : undefined;
      const send = (ifMatch?: number) => call(endpoint, input, { ifMatch, idempotencyKey: key });
      const reply = await (options?.ifMatch === undefined
        ? send()
        : enqueueWrite(JSON.stringify((input as { params?: object }).params), options.ifMatch, send));
      if (endpoint.creates) forgetIdempotencyKey(name);
      if (options?.onReply) callUntyped(options.onReply, reply);
      return reply;
    },
  });
}

export interface Task<Input, Result, Options> extends TaskMeta, SliceOptions {
  /** Returns the undo callback that the toast offers; undefined: no undo. */
  undo?: ((input: Input, reply: Result) => (() => void) | undefined) | undefined;
  /** Name of what the input is about, shown in toasts. */
  about?: (input: Input) => string;
  /** Details of the change, shown below the toast's text. */
  detail?: (input: Input) => string;
  /** The work. Thrown errors that are not an ApiError are reported as one with status 0. */
  perform: (input: Input, options?: Options) => Promise<Result>;
}

/** Runs work that is not a single HTTP call (sign-in, a document's status), with the same slice, toasts and refresh. */
export function useTask<Input, Result, Options = void>(
  task: Task<Input, Result, Options>,
): Action<Input, Result, Options> {
  const { perform, messages, undo, about, detail, success = 200, failsAs } = task;
  const mutation = useMutation<Result, ApiError, { input: Input; options: Options | undefined }>({
    mutationFn: ({ input, options }) => rethrowAsApiError(() => perform(input, options)),
    meta: {
      messages,
      writes: task.writes,
      area: task.area,
      movesOn: task.movesOn,
      isBackground: task.isBackground,
      undo: undo && (({ input }: { input: Input }, reply: Result) => undo(input, reply)),
      about: about && (({ input }: { input: Input }) => about(input)),
      detail: detail && (({ input }: { input: Input }) => detail(input)),
      series: task.series,
    },
  });
  const run = async (input: Input, options?: Options): Promise<Outcome<Result>> => {
    try {
      return { ok: true, reply: await mutation.mutateAsync({ input, options }) };
    } catch (error) {
      return { ok: false, error: asApiError(error) };
    }
  };
  return {
    run,
    loading: mutation.isPending,
    status: mutation.error ? failureStatus(mutation.error, failsAs) : mutation.isSuccess ? success : 404,
    message: failureMessage(mutation.error, messages),
    error: mutation.error,
  };
}

/** Runs an operation and rethrows any error as an ApiError. */
export async function rethrowAsApiError<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw asApiError(error);
  }
}
