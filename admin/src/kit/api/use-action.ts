/** Writing: runs an endpoint (or any work with contract messages); the query client toasts and refreshes. */
import { useMutation } from '@tanstack/react-query';
import type { CallInput, Endpoint, Messages, Reply } from '#contract/kernel.ts';
import { idempotencyKey, forgetIdempotencyKey } from './idempotency-key.ts';
import { call } from './call.ts';
import { asApiError, type ApiError } from './api-error.ts';
import { inTurn } from './own-writes.ts';
import { failureMessage, failureStatus, type Slice, type SliceOptions, type TaskMeta } from './slice.ts';

/** How a run ended. Failure is a value, already toasted: the caller only decides what comes next. */
export type Outcome<Result> = { ok: true; reply: Result } | { ok: false; error: ApiError };

export interface Action<Input, Result, Options = void> extends Slice {
  run: (input: Input, options?: Options) => Promise<Outcome<Result>>;
  error: ApiError | null;
}

export interface RunOptions {
  /** The version the person saw; when somebody else saved since, the outcome is a 412 with `error.conflict`. */
  ifMatch?: number | undefined;
  /** Called with the answer, before what it changed is read again. */
  onReply?: (reply: never) => void;
  /** The caller asks the person what to do about a 412: it is not toasted as well. */
  asksOnConflict?: boolean;
  /** The caller shows what is wrong beside the fields: a toast does not say the same again. */
  showsErrors?: boolean;
}

export interface ActionOptions<Input, Result> {
  /** Instead of the endpoint's, where the contract words them by the kind of thing (`courseMessages[type].update`). */
  messages?: Messages | undefined;
  /** After a success the person goes on to another page: to what was created, or back to the list. */
  movesOn?: boolean;
  /** What takes it back, which the toast offers; undefined: nothing does. */
  undo?: ((input: Input, reply: Result) => (() => void) | undefined) | undefined;
}

/**
 * An endpoint as an action. Creates carry an idempotency key: repeating a failed run with the same input keeps its key.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { messages = endpoint.messages, movesOn = false, undo }: ActionOptions<CallInput<E>, Reply<E>> = {},
): Action<CallInput<E>, Reply<E>, RunOptions> {
  const name = `${endpoint.method} ${endpoint.url}`;
  return useTask<CallInput<E>, Reply<E>, RunOptions>({
    messages,
    changes: endpoint.area,
    movesOn,
    undo,
    success: endpoint.success,
    failsAs: endpoint.failsAs,
    perform: async (input, options) => {
      const key = endpoint.creates ? idempotencyKey(name, input) : undefined;
      const send = (ifMatch?: number) => call(endpoint, input, { ifMatch, idempotencyKey: key });
      const reply = await (options?.ifMatch === undefined
        ? send()
        : inTurn(JSON.stringify((input as { params?: object }).params), options.ifMatch, send));
      if (endpoint.creates) forgetIdempotencyKey(name);
      options?.onReply?.(reply as never);
      return reply;
    },
  });
}

export interface Task<Input, Result, Options> extends TaskMeta, SliceOptions {
  /** What takes it back, which the toast offers; undefined: nothing does. */
  undo?: ((input: Input, reply: Result) => (() => void) | undefined) | undefined;
  /** Whom or what the input is about: toasts name it. */
  about?: (input: Input) => string;
  /** What exactly was changed, below the toast's text. */
  detail?: (input: Input) => string;
  /** Anything thrown that is no ApiError is told as one of status 0. */
  perform: (input: Input, options?: Options) => Promise<Result>;
}

/** Work that is not one HTTP call (sign-in, a document's status), with the same slice, toasts and refresh. */
export function useTask<Input, Result, Options = void>(
  task: Task<Input, Result, Options>,
): Action<Input, Result, Options> {
  const { perform, messages, changes, movesOn, undo, about, detail, series, success = 200, failsAs } = task;
  const mutation = useMutation<Result, ApiError, { input: Input; options: Options | undefined }>({
    mutationFn: ({ input, options }) => told(() => perform(input, options)),
    meta: {
      messages,
      changes,
      movesOn,
      undo: undo && (({ input }: { input: Input }, reply: Result) => undo(input, reply)),
      about: about && (({ input }: { input: Input }) => about(input)),
      detail: detail && (({ input }: { input: Input }) => detail(input)),
      series,
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

/** The work, failing with nothing but ApiErrors. */
export async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asApiError(error);
  }
}
