/** The only place of toasts and of cache refresh: from the contract's messages and what it says goes stale. */
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { fillMessage, type Area, type Messages } from '#contract/kernel.ts';
import { isStaleAfter } from '#contract/staleness.ts';
import { ApiError, markToasted } from '#kit/api/api-error.ts';
import type { TaskMeta } from '#kit/api/slice.ts';
import type { RunOptions } from '#kit/api/use-action.ts';
import { areToastsReady, clearFailures, toast } from './toasts.tsx';

interface FailureText {
  text: string;
  /** The server's reason, below the spec's text, which names none. */
  reason?: string;
}

/** What a toast says of a failure; nothing where the screen itself says it. */
export function failureText(
  error: unknown,
  messages: Messages | undefined,
  values: Record<string, unknown>,
): FailureText | undefined {
  const text = messages?.fail && fillMessage(messages.fail, values);
  if (!(error instanceof ApiError)) return text ? { text } : undefined;
  // An ended session is told by the sign-in page that it leads to.
  // Who did not give the password again has chosen that.
  if (error.status === 401 || error.reason === 'step-up' || !messages) return undefined;
  if (messages.preferServer && (error.isServers || !text)) return { text: error.message };
  // No title has an id in it.
  if (text && messages.fail?.includes('{id}')) return { text: error.message, reason: text };
  return text ? { text, ...(error.message !== text && { reason: error.message }) } : undefined;
}

async function toastFailure(error: Error, failure: FailureText | undefined, about?: string): Promise<void> {
  if (!failure) return;
  if (areToastsReady()) markToasted(error, true);
  markToasted(error, await toast('error', failure.text, { reason: failure.reason, about }));
}

/** Whom or what the input is about, where toasts say it. */
function aboutOf({ meta }: { meta?: TaskMeta | undefined }, variables: unknown): string | undefined {
  return meta?.about?.(variables as never);
}

/** The values that a message's `{name}` may mean: params, body and reply of the call. */
export function messageValues(variables: unknown, reply: unknown): Record<string, unknown> {
  const { input } = (variables ?? {}) as { input?: { params?: object; body?: object } };
  return { ...input?.params, ...input?.body, ...(typeof reply === 'object' ? reply : {}) };
}

/** Whether the screen that asked says itself what there is to say of the failure. */
function isSaid(error: unknown, variables: unknown, failure: FailureText | undefined, messages?: Messages): boolean {
  const { asksOnConflict, showsErrors } = (variables as { options?: RunOptions } | undefined)?.options ?? {};
  if (!(error instanceof ApiError)) return false;
  if (error.status === 412) return asksOnConflict === true;
  // The server's sentence for the whole names the field before what is wrong with it.
  const isOfField = ({ message }: { message: string }) =>
    failure?.text === message || failure?.text.endsWith(`: ${message}`);
  if (showsErrors && messages?.failsInPlace) return true;
  return showsErrors === true && !failure?.reason && error.errors.some(isOfField);
}

/** Somebody else was faster: what this page shows is out of date. */
const isOutdated = (error: unknown) => error instanceof ApiError && [404, 409, 412].includes(error.status);

/** How long moving on takes at most; who is back by then sees what is. */
const movingMs = 1000;

/**
 * What is shown is read again at once; where the person moves on, when it is next shown, so that nothing that was
 * deleted is asked for.
 */
async function refresh(changed: Area | undefined, movesOn = false): Promise<void> {
  if (!changed) return;
  const predicate = ({ queryKey: [area], meta }: Query) =>
    meta?.endpoint ? isStaleAfter(meta.endpoint, changed) : area === changed;
  // A first reading that is under way may answer with what was before; asked again, it would only be waited for.
  await queryClient.cancelQueries({ predicate: (query) => query.state.data === undefined && predicate(query) });
  await queryClient.invalidateQueries({ predicate, refetchType: movesOn ? 'none' : 'active' });
  if (movesOn) setTimeout(() => void queryClient.refetchQueries({ predicate, type: 'active', stale: true }), movingMs);
}

const queryCache = new QueryCache({
  onError: (error, query) => {
    const messages = query.meta?.messages;
    // What was fetched ahead nobody has asked for yet; where the server's message is preferred, the screen shows it.
    if (query.getObserversCount() > 0 && !messages?.preferServer)
      void toastFailure(error, failureText(error, messages, {}));
  },
});

const mutationCache = new MutationCache({
  onMutate: (variables, mutation) => clearFailures(aboutOf(mutation, variables)),
  onSuccess: async (reply, variables, _result, mutation) => {
    const { messages, changes, movesOn, undo, detail, series } = mutation.meta ?? {};
    if (messages?.ok) {
      const text = fillMessage(messages.ok, messageValues(variables, reply));
      void toast(messages.tone ?? 'success', text, {
        about: aboutOf(mutation, variables),
        undo: undo?.(variables as never, reply as never),
        reason: detail?.(variables as never),
        series,
      });
    }
    await refresh(changes, movesOn);
  },
  onError: (error, variables, _result, mutation) => {
    if (isOutdated(error)) void refresh(mutation.meta?.changes);
    const messages = mutation.meta?.messages;
    const failure = failureText(error, messages, messageValues(variables, undefined));
    if (!isSaid(error, variables, failure, messages)) void toastFailure(error, failure, aboutOf(mutation, variables));
  },
});

/** Worth asking again: nothing answered, or the server is away. What it refused stays refused. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const queryClient: QueryClient = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
      retryDelay: 800,
      // A lost connection is told at once, with what to do, instead of waiting silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
