/** Descriptions of endpoints and of who may call them, for the API's description. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/** `placeOrder` → "Place order". */
export const summaryOf = (operationId: string): string =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function audienceOf({ roles }: Endpoint): string {
  if (roles === 'public') return 'For everybody: needs no sign-in.';
  if (roles === 'key') return 'For API keys alone.';
  if (roles === 'staff') return 'For superadmin and every other role but member.';
  return `For ${['superadmin', ...roles].join(', ')}.`;
}

/** Docstring, roles and supported headers. */
export function descriptionOf(entry: Endpoint, docstring: string): string {
  const versions = entry.method === 'GET' ? 'Answers an ETag.' : 'Heeds If-Match.';
  const parts = [
    docstring,
    audienceOf(entry),
    entry.scope && `API keys need the scope ${entry.scope}.`,
    entry.versioned && versions,
    entry.creates && 'Repeats its answer for the same Idempotency-Key, for 24 hours.',
    entry.stepUp && 'Asks for the password again (403, reason step-up) unless it was just given.',
    entry.recordsBatch && 'Names the batch that undoes it in Batch-Id, if it changed several records.',
    entry.metered && 'Limits the rows that a user reads within an hour (429).',
  ];
  return parts.filter(Boolean).join(' ');
}

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session' },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_…', description: 'API key of a brand, by scope' },
};

/** Schemes that admit a caller; the scope of a key is named. */
export function securityOf({ roles, scope, stepUp }: Endpoint): Record<string, string[]>[] {
  if (roles === 'public') return [];
  const keys = scope && !stepUp ? [{ apiKey: [scope] }] : [];
  return roles === 'key' ? keys : [{ bearer: [] }, ...keys];
}
