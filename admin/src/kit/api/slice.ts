/** What a call is as a slice of state, read or written: apart from the reading, which the sign-in does without. */
import type { Area, Endpoint, Messages } from '#contract/kernel.ts';
import type { ApiError } from './api-error.ts';

/** What the query client reads to toast and to refresh (app/query-client.ts). */
export interface TaskMeta extends Record<string, unknown> {
  messages?: Messages | undefined;
  /** What was changed: the answers that show it are stale (contract/src/staleness.ts). */
  changes?: Area | undefined;
  /** What was read, which says what makes it stale; of other queries their key does, which begins with their area. */
  endpoint?: Endpoint | undefined;
  /**
   * The person goes on to another page, which reads for itself: `loading` ends before what is refreshed was read again.
   */
  movesOn?: boolean | undefined;
  /** How to take it back, offered with the toast of its success; given what `mutate` was given. */
  undo?: ((variables: never, reply: never) => (() => void) | undefined) | undefined;
  /** Whom or what it is about, for who works through many: toasts name it. Given what `mutate` was given. */
  about?: ((variables: never) => string) | undefined;
  /** What exactly was changed, below the toast's text. Given what `mutate` was given. */
  detail?: ((variables: never) => string) | undefined;
  /** What successes that follow each other are counted as, in one toast: "order", "orders". */
  series?: readonly [one: string, many: string] | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: TaskMeta;
    mutationMeta: TaskMeta;
  }
}

/** What a slice says that the answer does not (of an endpoint: the contract's). */
export interface SliceOptions {
  /** HTTP status of success, 200 unless said. */
  success?: number | undefined;
  /** The status of every failure, whatever the server answered; its message stands (spec §8). */
  failsAs?: 500 | undefined;
  /** Its texts: what a failure is told with is what the slice says, unless the server's message is preferred (spec §8). */
  messages?: Messages | undefined;
}

/** Empty without a failure. */
export function failureMessage(error: ApiError | null, messages: Messages | undefined): string {
  if (!error) return '';
  return messages?.fail && !messages.preferServer ? messages.fail : error.message;
}

export const failureStatus = (error: ApiError, failsAs: SliceOptions['failsAs']): number => failsAs ?? error.status;

/**
 * `status`: HTTP status of the last answer, 404 before the first, 0 when nothing answered; {@link failureStatus}.
 * `loading`: on during each fetch.
 */
export interface Slice {
  status: number;
  loading: boolean;
  message: string;
}
