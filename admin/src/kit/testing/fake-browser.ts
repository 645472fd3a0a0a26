/** As much of a browser as the session and the caller need, for tests without one. Install it before importing them. */
import { vi } from 'vitest';

class FakeDocument {
  readonly cookies = new Map<string, string>();
  readonly documentElement = { dataset: { tenant: 'cyber', brand: 'Cyber Studio', demo: '1' } };
  activeElement = null;

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(text: string) {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Keys are own properties, as in a browser's storage. */
function fakeStorage(): Storage {
  const hidden = (value: unknown) => ({ value, enumerable: false });
  const storage: Record<string, string> = Object.create(
    {},
    {
      getItem: hidden((key: string) => storage[key] ?? null),
      setItem: hidden((key: string, value: string) => {
        storage[key] = value;
      }),
      removeItem: hidden((key: string) => {
        delete storage[key];
      }),
    },
  ) as Record<string, string>;
  return storage as unknown as Storage;
}

/** A page of the cyber tenant with empty storage. Modules imported afterwards see it, and nothing of an earlier one. */
export function fakeBrowser() {
  vi.resetModules();
  const document = new FakeDocument();
  const window = new EventTarget();
  const localStorage = fakeStorage();
  const sessionStorage = fakeStorage();
  const globals = {
    document,
    window,
    localStorage,
    sessionStorage,
    location: { protocol: 'http:' },
    navigator: { onLine: true, userAgent: '' },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { document, window, localStorage, sessionStorage };
}

/** A token as far as the browser reads it: whose it is, as what, and how long it lives (15 minutes). */
export function tokenOf(subject: string, serial = 0, role?: string): string {
  return `head.${btoa(JSON.stringify({ sub: subject, role, iat: 1000, exp: 1900, serial }))}.signature`;
}

export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

type Answer = { status?: number; json?: unknown; text?: string } | 'lost';

/** Answers every fetch by `answer`; records what was sent. */
export function fakeServer(answer: (sent: Sent) => Answer | Promise<Answer>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? (JSON.parse(init.body as string) as unknown) : undefined,
      credentials: init.credentials,
    };
    sent.push(request);
    const given = await answer(request);
    if (given === 'lost') throw new TypeError('Failed to fetch');
    const { status = 200, json, text } = given;
    return new Response(status === 204 ? null : (text ?? JSON.stringify(json ?? {})), { status });
  });
  return sent;
}
