/**
 * Error texts for failures of the tracking documents. Uses only the error codes, so that firebase need not be loaded.
 */
import { documentsFault } from '#contract/order-tracking/endpoints.ts';
import { ApiError, networkError } from '#kit/api/api-error.ts';

/** Texts for the codes that the SDK derives from an HTTP status (order-tracking.md). */
const known: Readonly<Record<string, readonly [status: number, message: string]>> = {
  'invalid-argument': [400, 'The tracking service rejected the request as invalid. Nothing was changed.'],
  'failed-precondition': [400, 'The tracking service rejected the request as invalid. Nothing was changed.'],
  unauthenticated: [401, 'Your session ended. Please sign in again.'],
  'permission-denied': [403, 'Your role may not do this. Nothing was changed.'],
  'not-found': [404, 'This order no longer exists in the tracking service.'],
  aborted: [409, 'Someone else changed this order at the same moment. Try again.'],
  'resource-exhausted': [429, 'The tracking service gets too many requests. Try again in a moment.'],
  internal: [500, 'The tracking service failed. Nothing was changed; try again in a moment.'],
  unavailable: [503, 'The tracking service is unavailable. Nothing was changed; try again.'],
};

/** Hosting errors that only the operator can fix; Google's message goes to the browser console. */
const indexMissing = new ApiError(
  500,
  'Google has no index for these filters yet. The operator of this installation deploys it: the link is in the log of this browser. Other filters work.',
);
const signInRefused = new ApiError(
  500,
  'Google refused our sign-in to the tracking documents: the service account or the API key of this brand is wrong. The operator of this installation can fix it; the reason is in the log of this browser.',
);

/** Code for a refusal by the project's rules although our server has just granted access. */
export const rulesRefused = 'auth/rules-refused';
const refusedByRules = new ApiError(
  500,
  'The rules of the Firebase project refuse this account, which Lectern admits: they are old, or those of another brand. Nothing was changed. The operator of this installation deploys them again; the log of this browser has the account and its role.',
);

function setUpWrongly({ code, message }: { code?: unknown; message?: unknown }): ApiError | undefined {
  if (code === rulesRefused) return refusedByRules;
  if (code === 'failed-precondition' && /requires an index/i.test(String(message))) return indexMissing;
  const isSignIn = typeof code === 'string' && code.startsWith('auth/') && code !== 'auth/network-request-failed';
  return isSignIn ? signInRefused : undefined;
}

/** Texts of an answer 500, ours and Google's; the SDK gives it the same code as a request without an answer. */
const answered = new Set(
  [documentsFault, 'Internal error encountered.'].map((text) => `Request failed with error: ${text}`),
);

const codeOf = ({ code, message }: { code?: unknown; message?: unknown }) =>
  code === 'unknown' && answered.has(String(message)) ? 'internal' : code;

/** Returns errors of our own calls unchanged and maps the SDK's by code; an unknown code is a network error. */
export function toApiError(error: unknown, isChange = false): ApiError {
  if (error instanceof ApiError) return error;
  const sdkError = Object(error) as { code?: unknown; message?: unknown };
  const wrong = setUpWrongly(sdkError);
  if (wrong) {
    // oxlint-disable-next-line no-console -- Google's link is for the operator, and too long for a sentence
    console.error(sdkError.message);
    return wrong;
  }
  const code = codeOf(sdkError);
  const words = typeof code === 'string' && Object.hasOwn(known, code) ? known[code] : undefined;
  return words ? new ApiError(...words) : networkError(isChange);
}
