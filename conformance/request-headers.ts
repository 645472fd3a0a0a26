/**
 * The SDK sends what a browser would add by itself, the cookie, and what Firebase Auth would, the bearer: in Node a
 * test does.
 */
import { vi } from 'vitest';

/** Adds these headers to every later fetch to the origin; calling again replaces them. */
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
