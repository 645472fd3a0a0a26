/** Why a call failed, in words that a person can act on. */
import type { Problem } from '#contract/fields.ts';
import { all, sharedValue } from '../shared-value.ts';

export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** What is wrong with which field (400). */
  readonly errors: NonNullable<Problem['errors']>;
  /** Who saved first, and when (412). */
  readonly conflict: Problem['conflict'];
  /** What a program can mend: `step-up` is answered with the password. */
  readonly reason: Problem['reason'];
  readonly requestId: string | undefined;
  /** The message is the server's own: it was not made here for want of one. */
  readonly isServers: boolean;

  constructor(status: number, message: string, details: Partial<Problem> = {}) {
    super(message);
    this.status = status;
    this.errors = details.errors ?? [];
    this.conflict = details.conflict;
    this.reason = details.reason;
    this.requestId = details.requestId;
    this.isServers = details.message !== undefined;
  }
}

/** Failures that a toast tells: what stands in the place of the work only says what to do. */
const toasted = new WeakSet<Error>();
const changes = sharedValue(0);
export const isToasted = (error: Error): boolean => toasted.has(error);

/** `isTold`: false where the toast could not be shown after all. */
export function markToasted(error: Error, isTold: boolean): void {
  if (isTold === toasted.has(error)) return;
  if (isTold) toasted.add(error);
  else toasted.delete(error);
  changes.set(changes.get() + 1);
}

export function useToasted(error: Error): boolean {
  changes.use(all);
  return isToasted(error);
}

/** No answer came at all: of a change nobody knows whether it was made. */
export function unreachable(isChange: boolean): ApiError {
  const [what, when] = navigator.onLine
    ? ['The server does not answer.', 'in a moment']
    : ['You are offline.', 'when the connection is back'];
  return new ApiError(
    0,
    isChange ? `${what} It is not known whether this was saved; try again ${when}.` : `${what} Try again ${when}.`,
  );
}

/**
 * Anything thrown, as an error that a person is told: what is not ours means a chunk that is gone, or an answer that is
 * no JSON.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return Object.assign(
    new ApiError(0, 'Something this page needs could not be loaded. Reload the page and try again.'),
    { cause: error },
  );
}

/** The error shape of the contract, or what can be said of an answer that is not ours (a proxy's page, say). */
export async function failureOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (typeof body?.message === 'string') return new ApiError(response.status, body.message, body);
  return new ApiError(
    response.status,
    `The server answered ${response.status} without an explanation. Try again in a moment.`,
  );
}
