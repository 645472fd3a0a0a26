/** Tests how failures of Firestore are converted. */
import { expect, test, vi } from 'vitest';
import { documentsFault } from '#contract/order-tracking/endpoints.ts';
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
])("the SDK's %s becomes the status %d with our own text", (code, status) => {
  const error = toApiError(sdkError(code));
  expect(error.status).toBe(status);
  expect(error.message).not.toContain('Request failed');
});

test.each([sdkError('unknown'), sdkError('constructor'), new TypeError('Failed to fetch'), undefined])(
  '%o is a network error',
  (error) => {
    expect(toApiError(error).status).toBe(0);
  },
);

test.each([documentsFault, 'Internal error encountered.'])(
  'a change that the server answers with 500 (%s) is reported as not saved',
  (message) => {
    const answer = Object.assign(new Error(`Request failed with error: ${message}`), { code: 'unknown' });
    const { status, message: shown } = toApiError(answer, true);
    expect(status).toBe(500);
    expect(shown).toBe('The tracking service failed. Nothing was changed; try again in a moment.');
  },
);

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'WebKit encountered an internal error',
])('a change without an answer (%s) is reported as not known', (message) => {
  const failure = Object.assign(new Error(`Request failed with error: ${message}`), { code: 'unknown' });
  expect(toApiError(failure, true).message).toContain('It is not known whether this was saved');
});

test('an ApiError is unchanged', () => {
  const error = new ApiError(403, 'You do not have access.');
  expect(toApiError(error)).toBe(error);
});

test.each([
  [
    'failed-precondition',
    'The query requires an index. You can create it here: https://console.google.test/i',
    'no index',
  ],
  ['auth/invalid-custom-token', 'Firebase: Error (auth/invalid-custom-token).', 'refused our sign-in'],
  ['auth/id-token-refused', 'Request failed', 'refused our sign-in'],
  ['auth/rules-refused', 'The rules of the project p refuse {"role":"admin"}', 'rules of the Firebase project'],
])(
  'a configuration error at Google (%s) is reported as such, with the original text in the log',
  (code, message, words) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const error = toApiError(Object.assign(new Error(message), { code }));
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('http');
    expect(log).toHaveBeenCalledWith(message);
    log.mockRestore();
  },
);

test('a sign-in that could not reach Google is reported as such', () => {
  expect(toApiError(sdkError('auth/network-request-failed')).status).toBe(0);
});
