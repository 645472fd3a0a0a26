/** Error thrown by every failed API call, with a message that can be shown to the user. */
import type { Problem } from '#contract/kernel/fields.ts';

/** Failed call of the API: the response of the server, or status 0 without a response. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 if no response was received. */
  readonly status: number;
  /** Validation errors by field (400). */
  readonly errors: NonNullable<Problem['errors']>;
  /** Author and time of the newer version (412). */
  readonly conflict: Problem['conflict'];
  /** Machine-readable reason; `step-up` requires the password again. */
  readonly reason: Problem['reason'];
  /** Second step of a sign-in (401). */
  readonly secondStep: Problem['secondStep'];
  readonly requestId: string | undefined;
  /** Whether the message came from the server rather than from this client. */
  readonly isFromServer: boolean;

  constructor(status: number, message: string, details: Partial<Problem> = {}) {
    super(message);
    this.status = status;
    this.errors = details.errors ?? [];
    this.conflict = details.conflict;
    this.reason = details.reason;
    this.secondStep = details.secondStep;
    this.requestId = details.requestId;
    this.isFromServer = details.message !== undefined;
  }
}

/** Failures shown as a toast; the screen then only says what to do. */
const toasted = new WeakSet<Error>();
/** Whether a toast already shows this error. */
export const isToasted = (error: Error): boolean => toasted.has(error);

export const markToasted = (error: Error): void => void toasted.add(error);

/** Error for a request without a response. After a change, it is unknown whether the change was applied. */
export function networkError(isChange: boolean): ApiError {
  const [what, when] = navigator.onLine
    ? ['The server does not answer.', 'in a moment']
    : ['You are offline.', 'when the connection is back'];
  return new ApiError(
    0,
    isChange ? `${what} It is not known whether this was saved; try again ${when}.` : `${what} Try again ${when}.`,
  );
}

/**
 * Converts anything thrown to an ApiError. Other errors mean that a chunk failed to load or that a response was not
 * valid JSON.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return Object.assign(
    new ApiError(0, 'Something this page needs could not be loaded. Reload the page and try again.'),
    { cause: error },
  );
}

/**
 * Reads an error response in the contract's error shape; a generic message covers responses of another shape (for
 * example from a proxy).
 */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (typeof body?.message === 'string') return new ApiError(response.status, body.message, body);
  return new ApiError(
    response.status,
    `The server answered ${response.status} without an explanation. Try again in a moment.`,
  );
}
