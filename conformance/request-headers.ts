/**
 * Headers that a browser (cookie) and Firebase Auth (bearer) would add to the SDK's requests; in Node the test adds
 * them.
 */
import { vi } from 'vitest';

/** Adds these headers to all later requests to the origin; another call replaces them. */
export function sendWith(origin: string, headers: Record<string, string>): void {
  headersByOrigin.set(origin, headers);
  if (vi.isMockFunction(globalThis.fetch)) return;
  const plainFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return plainFetch(input, {
      ...init,
      headers: { ...headersByOrigin.get(url.origin), ...(init?.headers as Record<string, string>) },
    });
  });
}

const headersByOrigin = new Map<string, Record<string, string>>();
