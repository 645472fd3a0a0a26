/**
 * What a person reads when the tracking documents fail. Known by its code alone, so that firebase need not be loaded to
 * tell.
 */
import { ApiError, unreachable } from '#kit/api/api-error.ts';

/** The codes that the SDK makes of an HTTP status (order-tracking.md), in words. */
const known: Readonly<Record<string, readonly [status: number, message: string]>> = {
  'invalid-argument': [400, 'The tracking documents refused the question as wrong. Nothing was changed.'],
  'failed-precondition': [400, 'The tracking documents refused the question as wrong. Nothing was changed.'],
  unauthenticated: [401, 'Your session ended. Please sign in again.'],
  'permission-denied': [403, 'Your role may not do this. Nothing was changed.'],
  'not-found': [404, 'This order is not among the tracking documents any more.'],
  aborted: [409, 'Somebody else was changing this order at the same moment. Try again.'],
  'resource-exhausted': [429, 'The tracking documents are asked too much at once. Try again in a moment.'],
  internal: [500, 'The tracking documents met a fault of their own. Try again in a moment.'],
  unavailable: [503, 'The tracking documents are away for a moment. Nothing was changed; try again.'],
};

/** Our own calls' errors as they are, the SDK's by their code; one without a known code never reached the documents. */
export function toApiError(error: unknown, isChange = false): ApiError {
  if (error instanceof ApiError) return error;
  const { code } = Object(error) as { code?: unknown };
  const words = typeof code === 'string' && Object.hasOwn(known, code) ? known[code] : undefined;
  return words ? new ApiError(...words) : unreachable(isChange);
}
