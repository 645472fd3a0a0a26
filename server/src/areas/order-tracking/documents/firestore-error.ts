/**
 * Errors in Firestore's format for its SDK: `{ error: { code, message, status } }` (order-tracking.md).
 */

/** Firestore's status names by the HTTP statuses that the SDK maps. */
const statuses = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;

export type FirestoreCode = keyof typeof statuses;

export class FirestoreError extends Error {
  override name = 'FirestoreError';
  readonly statusCode: FirestoreCode;

  constructor(statusCode: FirestoreCode, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const invalid = (message: string) => new FirestoreError(400, message);
export const denied = (message: string) => new FirestoreError(403, message);

/** Body of an error response; an unknown HTTP status becomes 400 or 500. */
export function errorBody(statusCode: number, message: string) {
  const code: FirestoreCode = statusCode in statuses ? (statusCode as FirestoreCode) : statusCode < 500 ? 400 : 500;
  return { error: { code, message, status: statuses[code] } };
}
