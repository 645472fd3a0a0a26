/**
 * Query client: shows the toasts of all calls, with the contract's messages, and reads displayed data again after writes.
 */
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { fillMessage, type Messages } from '#contract/kernel/endpoint.ts';
import { ApiError, markToasted } from '#kit/api/api-error.ts';
import { callUntyped } from '#kit/call-untyped.ts';
import type { TaskMeta } from '#kit/api/slice.ts';
import type { RunOptions } from '#kit/api/use-action.ts';
import { recordedBatch } from '#kit/api/recorded-batch.ts';
import { clearFailures, toast } from './toasts.tsx';

interface FailureText {
  text: string;
  /** Reason from the server, shown below the spec's text, which contains none. */
  reason?: string;
}

/** Toast text of a failure; undefined if the screen shows it or the contract has no text. */
export function failureText(
  error: unknown,
  messages: Messages | undefined,
  values: Record<string, unknown>,
): FailureText | undefined {
  const text = messages?.fail && fillMessage(messages.fail, values);
  if (!(error instanceof ApiError)) return text ? { text } : undefined;
  // The sign-in page reports an ended session, and cancelling the password dialog was the person's choice.
  if (error.status === 401 || error.reason === 'step-up' || !messages) return undefined;
  if (messages.preferServer && (error.isFromServer || !text)) return { text: error.message };
  // Messages with an id stand below the server's message, so that no title has an id.
  if (text && messages.fail?.includes('{id}')) return { text: error.message, reason: text };
  return text ? { text, ...(error.message !== text && { reason: error.message }) } : undefined;
}

function toastFailure(error: Error, failure: FailureText | undefined, about?: string): void {
  if (!failure) return;
  toast('error', failure.text, { reason: failure.reason, about });
  markToasted(error);
}

/** Name of what the input is about, if toasts show it. */
function aboutOf({ meta }: { meta?: TaskMeta | undefined }, variables: unknown): string | undefined {
  return meta?.about && callUntyped(meta.about, variables);
}

/** Values for the placeholders of a message (`{name}`): params, body and reply of the call. */
export function messageValues(variables: unknown, reply: unknown): Record<string, unknown> {
  const { input } = (variables ?? {}) as { input?: { params?: object; body?: object } };
  return { ...input?.params, ...input?.body, ...(typeof reply === 'object' ? reply : {}) };
}

/** Whether the caller's screen already shows the failure. */
function isShownByCaller(
  error: unknown,
  variables: unknown,
  failure: FailureText | undefined,
  messages?: Messages,
): boolean {
  const { asksOnConflict, showsErrors } = (variables as { options?: RunOptions } | undefined)?.options ?? {};
  if (!(error instanceof ApiError)) return false;
  if (error.status === 412) return asksOnConflict === true;
  // The overall message is the field's label followed by its error.
  const isFieldMessage = ({ message }: { message: string }) =>
    failure?.text === message || failure?.text.endsWith(`: ${message}`);
  if (showsErrors && messages?.failsInPlace) return true;
  return showsErrors === true && !failure?.reason && error.errors.some(isFieldMessage);
}

/** Whether the failure means that the displayed data is outdated. */
const isOutdated = (error: unknown) => error instanceof ApiError && [404, 409, 412].includes(error.status);

/** Marked by a write, not by time. */
const isOutdatedByWrite = ({ state }: Query) => state.isInvalidated;

/** Time after which a navigation must have finished. */
const navigationMs = 1000;

/** Marks all data as stale, and reads what is displayed again; of what is read apart, only that of the areas. */
async function invalidate(refetchType: 'active' | 'none', areas: ReadonlySet<unknown>): Promise<void> {
  const predicate = ({ meta, queryKey: [area] }: Query) => !meta?.isApart || areas.has(area);
  // A read in progress may return data from before the write.
  await queryClient.cancelQueries({ predicate });
  await queryClient.invalidateQueries({ refetchType, predicate });
}

let running = Promise.resolve();
let next: Promise<void> | undefined;
/** Areas of the writes that the next refresh follows. */
let written = new Set<unknown>();

/**
 * Refreshes all data after a write. Writes that end during a refresh share the next one, so that many writes at once do
 * not read everything as many times. If the person goes on to another page, data that is still displayed is read again
 * a second later, so that deleted records are not requested.
 */
async function refresh({ writes, movesOn, area }: TaskMeta = {}): Promise<void> {
  if (!writes) return;
  written.add(area);
  const invalidateWritten = (refetchType: 'active' | 'none') => {
    const areas = written;
    written = new Set();
    return invalidate(refetchType, areas);
  };
  if (movesOn) {
    await invalidateWritten('none');
    setTimeout(() => void queryClient.refetchQueries({ type: 'active', predicate: isOutdatedByWrite }), navigationMs);
    return;
  }
  next ??= running.then(() => {
    next = undefined;
    running = invalidateWritten('active');
    return running;
  });
  await next;
}

const queryCache = new QueryCache({
  onError: (error, query) => {
    const messages = query.meta?.messages;
    // A prefetch fails silently, and with `preferServer` the screen shows the server's message.
    if (query.getObserversCount() > 0 && !messages?.preferServer) toastFailure(error, failureText(error, messages, {}));
  },
});

/** Undoes a bulk change that a call has recorded. Loaded here, because the sign-in page loads this module. */
async function undoBatch(batchId: string): Promise<void> {
  const { undoRecordedBatch } = await import('./undo-batch.ts');
  await undoRecordedBatch(queryClient, batchId);
}

const mutationCache = new MutationCache({
  onMutate: (variables, mutation) => {
    if (!mutation.meta?.isBackground) clearFailures(aboutOf(mutation, variables));
  },
  onSuccess: async (reply, variables, _result, mutation) => {
    const { messages, undo, detail, series } = mutation.meta ?? {};
    if (messages?.ok) {
      const text = fillMessage(messages.ok, messageValues(variables, reply));
      const batchId = recordedBatch(reply);
      toast(messages.tone ?? 'success', text, {
        about: aboutOf(mutation, variables),
        undo:
          (undo && callUntyped(undo, variables, reply)) ??
          (batchId === undefined ? undefined : () => void undoBatch(batchId)),
        batchId,
        reason: detail && callUntyped(detail, variables),
        series,
      });
    }
    await refresh(mutation.meta);
  },
  onError: (error, variables, _result, mutation) => {
    if (isOutdated(error)) void refresh({ ...mutation.meta, movesOn: false });
    const messages = mutation.meta?.messages;
    const failure = failureText(error, messages, messageValues(variables, undefined));
    if (!isShownByCaller(error, variables, failure, messages))
      toastFailure(error, failure, aboutOf(mutation, variables));
  },
});

/** Whether a retry is useful: no response, or the server is unavailable. A refusal is final. */
const isRetryable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const queryClient: QueryClient = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && isRetryable(error),
      retryDelay: 800,
      // Fails at once when offline, instead of pausing silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
