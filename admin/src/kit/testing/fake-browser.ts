/** Fake of the browser APIs that the session and the API client use. Install it before importing them. */
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

/** Fake storage whose keys are own properties, as in browsers. */
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
  return storage as Storage;
}

/** Fakes a page of the cyber tenant with empty storage and resets modules, so that later imports see it. */
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

/** Token with the claims that the browser reads: subject, role, and a lifetime of 15 minutes. */
export function tokenOf(subject: string, serial = 0, role?: string): string {
  return `head.${btoa(JSON.stringify({ sub: subject, role, iat: 1000, exp: 1900, serial }))}.signature`;
}

export interface SentRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

type FakeResponse = { status?: number; json?: unknown; text?: string } | 'lost';

/** Fakes fetch: responds with `answer` and records the requests. */
export function fakeServer(answer: (sent: SentRequest) => FakeResponse | Promise<FakeResponse>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? (JSON.parse(init.body as string) as unknown) : undefined,
      credentials: init.credentials,
    };
    sent.push(request);
    const response = await answer(request);
    if (response === 'lost') throw new TypeError('Failed to fetch');
    const { status = 200, json, text } = response;
    return new Response(status === 204 ? null : (text ?? JSON.stringify(json ?? {})), { status });
  });
  return sent;
}
