/** Failures of endpoints in the API's description. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

interface Failure {
  name: string;
  description: string;
  /** Endpoints that have it. */
  of: (entry: Endpoint) => unknown;
}

const isWrite = ({ method }: Endpoint) => method !== 'GET';

/** By status. */
const failures: Record<string, Failure> = {
  400: {
    name: 'Invalid',
    description: 'Invalid input; `errors` names the fields.',
    of: ({ params, query, body }) => params ?? query ?? body,
  },
  401: {
    name: 'Unauthenticated',
    description: 'Not signed in, or the key is unknown, revoked or expired.',
    of: ({ roles }) => roles !== 'public',
  },
  403: {
    name: 'Forbidden',
    description: 'Not for this role, key or brand; with reason `step-up`, after the password is confirmed.',
    of: () => true,
  },
  404: { name: 'Unknown', description: 'There is no such record.', of: ({ params }) => params },
  409: { name: 'Conflict', description: 'The state of the records does not allow it.', of: isWrite },
  412: {
    name: 'Changed',
    description: 'Somebody changed the record; `conflict` says who.',
    of: (entry) => entry.versioned && isWrite(entry),
  },
  413: { name: 'TooLarge', description: 'The body or the file is too large.', of: ({ body }) => body },
  429: { name: 'TooMany', description: 'Too many calls; wait as long as Retry-After says.', of: () => true },
  '4XX': { name: 'Refused', description: 'Refused for another reason; nothing has changed.', of: () => true },
  '5XX': { name: 'Failed', description: 'Failed; the call can be sent again.', of: () => true },
};

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

/** Responses that operations refer to. */
export const problemResponses = Object.fromEntries(
  Object.values(failures).map(({ name, description }) => [
    name,
    { description, ...(name === 'TooMany' && { headers: retryAfter }), content },
  ]),
);

export const failuresOf = (entry: Endpoint): Record<string, { $ref: string }> =>
  Object.fromEntries(
    Object.entries(failures)
      .filter(([, failure]) => Boolean(failure.of(entry)))
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
