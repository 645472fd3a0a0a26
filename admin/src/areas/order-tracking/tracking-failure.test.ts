/** Proves what each of Firestore's failures is told as. */
import { expect, test } from 'vitest';
import { ApiError } from '#kit/api/api-error.ts';
import { toApiError } from './tracking-failure.ts';

const sdkError = (code: string) =>
  Object.assign(new Error('Request failed with error: '), { name: 'FirebaseError', code });

test.each([
  ['failed-precondition', 400],
  ['unauthenticated', 401],
  ['permission-denied', 403],
  ['not-found', 404],
  ['aborted', 409],
  ['resource-exhausted', 429],
  ['internal', 500],
  ['unavailable', 503],
])("the SDK's %s is the status %d, in words of ours", (code, status) => {
  const error = toApiError(sdkError(code));
  expect(error.status).toBe(status);
  expect(error.message).not.toContain('Request failed');
});

test.each([sdkError('unknown'), sdkError('constructor'), new TypeError('Failed to fetch'), undefined])(
  '%o never reached the documents',
  (error) => {
    expect(toApiError(error).status).toBe(0);
  },
);

test('our own error stays what it is', () => {
  const error = new ApiError(403, 'Your role does not open this.');
  expect(toApiError(error)).toBe(error);
});
