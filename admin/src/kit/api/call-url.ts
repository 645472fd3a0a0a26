/** URL of a call. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

export interface WireInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** URL of a call: params in the path, defined query values in the query string. */
export function callUrl(endpoint: Pick<Endpoint, 'url'>, { params = {}, query = {} }: WireInput): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}
