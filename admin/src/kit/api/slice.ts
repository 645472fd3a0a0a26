/** State of a call (a slice). Kept apart from TanStack Query's hooks, which the sign-in page does not load. */
import type { Messages } from '#contract/kernel/endpoint.ts';
import type { ApiError } from './api-error.ts';

/** Meta data that the query client reads for toasts and cache refresh (app/query-client.ts). */
export interface TaskMeta extends Record<string, unknown> {
  messages?: Messages | undefined;
  /** Whether it changes stored data: afterwards the displayed queries are read again, and all others are stale. */
  writes?: boolean | undefined;
  /** A query that is read again after writes of its own area only. */
  isApart?: boolean | undefined;
  /** Area of the call. */
  area?: string | undefined;
  /** The person goes on to another page after success: `loading` ends before the displayed queries are read again. */
  movesOn?: boolean | undefined;
  /** Whether it follows from another action or runs by itself; its start does not remove earlier failure toasts. */
  isBackground?: boolean | undefined;
  /** Returns the undo callback offered by the success toast. Called with the variables of `mutate`. */
  undo?: ((variables: never, reply: never) => (() => void) | undefined) | undefined;
  /** Name of what was changed, shown in toasts. Called with the variables of `mutate`. */
  about?: ((variables: never) => string) | undefined;
  /** Details of the change, shown below the toast's text. Called with the variables of `mutate`. */
  detail?: ((variables: never) => string) | undefined;
  /** Singular and plural noun for successes in sequence, which are counted in one toast: "order", "orders". */
  series?: readonly [one: string, many: string] | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: TaskMeta;
    mutationMeta: TaskMeta;
  }
}

/** Options of a slice that do not come from the response (from the contract's endpoint, if there is one). */
export interface SliceOptions {
  /** HTTP status of success; default: 200. */
  success?: number | undefined;
  /** Status of every failure, whatever the server returned; the message stays the server's (spec §8). */
  failsAs?: 500 | undefined;
  /** Messages of the contract. A failure shows `fail` unless `preferServer` is set (spec §8). */
  messages?: Messages | undefined;
}

/** Message of a failure; empty without one. */
export function failureMessage(error: ApiError | null, messages: Messages | undefined): string {
  if (!error) return '';
  return messages?.fail && !messages.preferServer ? messages.fail : error.message;
}

/** Status that decides on the texts of an error; `failsAs` replaces that of the response. */
export const failureStatus = (error: ApiError, failsAs: SliceOptions['failsAs']): number => failsAs ?? error.status;

/**
 * `status`: the success status of {@link SliceOptions}, the status of a failure (see {@link failureStatus}; 0 without a
 * response), or 404 while there is no result for the present input. `loading`: true during each fetch. `message`: text
 * of the failure, else empty.
 */
export interface Slice {
  status: number;
  loading: boolean;
  message: string;
}
